import { existsSync } from 'node:fs'
import path from 'node:path'
import { MigrationError } from '#src/database/migrations/history'
import { EnvError, root } from '#src/env'
import { AppError, StartError } from '#src/errors'
import { toDataError, toUnavailable, unreachableMessage } from '#src/http/database-errors'
import { describeRefusal } from './database-refusals'

/** Prints a line for the person at the terminal. The log is separate. */
export function print(line: string): void {
  process.stdout.write(`${escapeControlCharacters(line)}\n`)
}

/** Updates one line with the progress. Prints nothing if standard output is not a terminal. */
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

/**
 * Control characters that move the cursor, set colours or change the text direction. Not line breaks and
 * tabs.
 */
const controlCharacters = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Escapes control characters: a name or a text from a file must not control the terminal. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(
    controlCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Says what went wrong and what to do, in a sentence. An unexpected error comes with its stack. */
export function exitSentence(error: unknown): string {
  const expected = [StartError, MigrationError, EnvError, AppError]
  if (error instanceof Error && expected.some((type) => error instanceof type)) return error.message
  const refusal = describeRefusal(error)
  if (refusal) return refusal
  const unavailable = toUnavailable(error)?.message
  if (unavailable === unreachableMessage) {
    return 'The database cannot be reached: check that it runs. If you set DATABASE_URL, check its value too.'
  }
  // The database was reached. Its message names a lock, a full disk or the like.
  return unavailable ?? closedBooks(error) ?? unexpected(error)
}

function closedBooks(error: unknown): string | undefined {
  const refusal = toDataError(error)
  return refusal?.code === 'books_closed' ? refusal.message : undefined
}

function unexpected(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `This should not have happened; please report it.\n${text}`
}

/** Whether this runs in the Docker image, which contains the programs but neither npm nor the scripts. */
export const isImage = !existsSync(path.join(root, 'scripts'))

/** Patterns of npm commands, and their replacements for Docker Compose. */
const composeCommands: [RegExp, string][] = [
  // "run", not "exec": the app must be stopped for a restore.
  [/npm run restore(?: --(?= ))?/g, 'docker compose run --rm restore'],
  // The app may only read the backups.
  [/npm run backup(?: --(?= ))?/g, 'docker compose exec backup stockie backup'],
  [
    /is on a read-only disk, so no backup was made: set BACKUP_FOLDER to another folder/g,
    'is read-only in this container, so no backup was made: run docker compose exec backup stockie backup',
  ],
  [/npm run (\w+)(?: --(?= ))?/g, 'docker compose exec app stockie $1'],
  [/npm start/g, 'docker compose up -d'],
  [/stop Stockie/gi, '$& (docker compose stop app backup)'],
]

/** Replaces each `npm run …` in a text with the Docker Compose command if this runs in the image. */
export function formatCommandHint(text: string, inImage = isImage): string {
  if (!inImage) return text
  return composeCommands.reduce(
    (hint, [pattern, replacement]) => hint.replaceAll(pattern, replacement),
    text,
  )
}
