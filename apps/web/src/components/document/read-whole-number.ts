/** Undefined where it is none. */
export function readWholeNumber(text: string) {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : undefined
}
