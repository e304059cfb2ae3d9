import { randomInt } from 'node:crypto'

/** Without characters that look alike, because people read and type it. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A random text of groups of four characters, 20 bits each: "k7mq-t2xw-9rfd". */
export function createReadableCode(groups: number): string {
  const group = () =>
    Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
