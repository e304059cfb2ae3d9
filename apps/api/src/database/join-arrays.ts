const comma = ','.codePointAt(0) ?? 0

/** One JSON array of several, as it is sent. Never one long text, which would be one copy more. */
export function joinArrays(arrays: readonly string[]): Buffer {
  const length = arrays.reduce((sum, array) => sum + Buffer.byteLength(array), 0)
  const bytes = Buffer.allocUnsafe(length - arrays.length + 1)
  let end = 0
  for (const array of arrays) {
    // Where one ends and the next begins, a comma takes the place of both brackets.
    const start = Math.max(end - 1, 0)
    end = start + bytes.write(array, start)
    if (start > 0) bytes[start] = comma
  }
  return bytes
}
