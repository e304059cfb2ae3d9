import { StartError } from '@/database/embedded/start-error'
import { MigrationError } from '@/database/migration-error'
import { EnvError } from '@/env'
import { AppError } from '@/errors'
import { toUnavailable, unreachable } from '@/http/database-failure'

/** What went wrong and what to do, in a sentence; a mistake of our own comes with its stack. */
export function exitSentence(error: unknown): string {
  const expected = [StartError, MigrationError, EnvError, AppError]
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message
  const unavailable = toUnavailable(error)?.message
  if (unavailable === unreachable) {
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
