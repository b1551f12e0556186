export function missingLine(expected: string, printed: string): string | undefined
