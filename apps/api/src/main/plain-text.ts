/** What moves a cursor, colours, or turns the order of letters around; line breaks and tabs are none of it. */
const commands = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A text as a terminal may show it: a name, or what a file says of itself, commands nobody's terminal. */
export function plainText(text: string): string {
  return text.replaceAll(
    commands,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
