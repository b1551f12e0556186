/** How the text of a document is written. */
export type DocumentFormat = 'json' | 'yaml'

/** The format of a file, by its name: YAML where that ends in .yaml or .yml. */
export function formatOfFile(path: string): DocumentFormat {
  return /\.ya?ml$/i.test(path) ? 'yaml' : 'json'
}

/** The format of a text, where nothing says it: a document in JSON begins with a bracket. */
export function formatOfText(beginning: string): DocumentFormat {
  return /^\uFEFF?\s*(?:[{[]|$)/.test(beginning) ? 'json' : 'yaml'
}
