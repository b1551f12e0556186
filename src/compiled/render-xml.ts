import { create } from 'xmlbuilder2'

/** An object as xmlbuilder2 takes it: names to text or to more of the same; `@name` is an attribute. Holds no user text. */
export type XmlShape = { readonly [name: string]: string | XmlShape }

/** What a text was described by. `lineBreaks`: one element a line. */
export type XmlDescription = { readonly document: XmlShape; readonly lineBreaks: boolean }

/** Renders a document. The build puts a module in the place of this one that holds every text rendered, and no xmlbuilder2. */
export function renderXml({ document, lineBreaks }: XmlDescription): string {
  return create(document).end({ headless: true, ...(lineBreaks && { prettyPrint: true, indent: '', newline: '\n' }) })
}
