/** `1 queue`, `2 queues`. */
export function counted(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : 's'}`
}
