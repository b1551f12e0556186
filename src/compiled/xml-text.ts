import { renderXml, type XmlDescription, type XmlShape } from './render-xml.ts'

/** Every document that a text was asked for, in order. The build renders them ahead of time. */
export const xmlDescriptions: XmlDescription[] = []

/** The text of a document without a declaration, rendered when it is first asked for. Made when a module is loaded, and not later. */
export function xmlText(document: XmlShape, lineBreaks: boolean): () => string {
  const description = { document, lineBreaks }
  xmlDescriptions.push(description)
  return () => renderXml(description)
}
