import { existsSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '#src/database/embedded/start-errors'
import { MigrationError } from '#src/database/migrations/history'
import { EnvError, root } from '#src/env'
import { AppError } from '#src/errors'
import { toUnavailable, unreachableMessage } from '#src/http/database-errors'

/** What Stockie says to the person in front of it. The log is another thing. */
export function print(line: string): void {
  process.stdout.write(`${escapeControlCharacters(line)}\n`)
}

/** A line that is written over and over while something goes on, where a terminal can do that. */
export function printProgress(done: number, total: number, what: string): void {
  if (!process.stdout.isTTY) return
  const percent = total > 0 ? Math.floor((100 * done) / total) : 100
  process.stdout.write(
    `\r\x1b[KFilling the shop: ${what}, ${percent} %${done >= total ? '\n' : ''}`,
  )
}

export function printError(sentence: string): void {
  process.stderr.write(`${escapeControlCharacters(sentence)}\n`)
}

/** What moves a cursor, colours, or turns the order of letters around; line breaks and tabs are none of it. */
const commands = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A text as a terminal may show it: a name, or what a file says of itself, commands nobody's terminal. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(
    commands,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** What went wrong and what to do, in a sentence; a mistake of our own comes with its stack. */
export function exitSentence(error: unknown): string {
  const expected = [StartError, MigrationError, EnvError, AppError]
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message
  const unavailable = toUnavailable(error)?.message
  if (unavailable === unreachableMessage) {
    return 'The database cannot be reached: check that it runs and, where it is set, DATABASE_URL.'
  }
  // A lock that others hold, a full disk: it was reached, and what it lacks is said.
  return unavailable ?? databaseRefusal(error) ?? unexpected(error)
}

function databaseRefusal(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '28P01' || code === '28000') {
    return 'The database refuses the user or the password: check DATABASE_URL or, with Docker Compose, POSTGRES_PASSWORD.'
  }
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist: create it first.'
  if (code === '42501') return 'The user in DATABASE_URL may not work in this database: grant it.'
  return undefined
}

function unexpected(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `This should not have happened; please report it.\n${text}`
}

/** The image brings Stockie's programs, but neither npm's scripts nor npm. */
export const isImage = !existsSync(path.join(root, 'scripts'))

/** What is typed elsewhere, and what with Docker Compose. */
const inCompose: [RegExp, string][] = [
  // Not in the app that runs: it has to be stopped for that.
  [/npm run restore(?: --(?= ))?/g, 'docker compose run --rm app restore'],
  [/npm run (\w+)(?: --(?= ))?/g, 'docker compose exec app stockie $1'],
  [/npm start/g, 'docker compose up -d'],
  [/stop Stockie/gi, '$& (docker compose stop app backup)'],
]

/** A text that says `npm run …`, as it is typed where this runs. */
export function formatCommandHint(text: string, inImage = isImage): string {
  if (!inImage) return text
  return inCompose.reduce((said, [pattern, words]) => said.replaceAll(pattern, words), text)
}
