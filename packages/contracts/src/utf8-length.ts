/** How many bytes a text has in UTF-8. */
export function utf8Length(text: string): number {
  return Array.from(text, bytesOf).reduce((bytes, more) => bytes + more, 0)
}

function bytesOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x8_00) return 2
  return point < 0x1_00_00 ? 3 : 4
}
