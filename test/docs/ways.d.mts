export function wayOf(block: { readonly language: string; readonly words: readonly string[] }): {
  readonly kind: string
}
