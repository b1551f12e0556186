import { create } from 'xmlbuilder2'
import type { XmlDescription } from './xml-text.ts'

/** Renders a document. The build puts a module in the place of this one that holds every text rendered, and no xmlbuilder2. */
export function renderXml({ document, lineBreaks }: XmlDescription): string {
  return create(document).end({ headless: true, ...(lineBreaks && { prettyPrint: true, indent: '', newline: '\n' }) })
}
