import { expect } from 'vitest'
import { MigrationError } from '#src/database/migrations/history'

/** The sentence with which a migration is refused. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => expect.fail('it was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof MigrationError)) throw error
  return error.message
}
