import type { Pool } from 'pg'
import { upgradeDatabase } from '#src/database/backup/upgrade-database'
import { embeddedDatabaseExists } from '#src/database/embedded/home'
import { AlreadyServedError } from '#src/database/embedded/server-lock'
import { openDatabase } from '#src/database/open-database'
import { connect } from '#src/database/pool/connect'
import { type Env, loadEnv } from '#src/env'
import { AppError } from '#src/errors'
import { printError } from '#src/server/console'
import { InterruptedError, rejectOnInterruption } from './command'

type Options = {
  env: Env
  signal: AbortSignal
  /** Fails if a Stockie is running, and keeps others from starting meanwhile. */
  serving?: boolean
  /** Creates an embedded database if there is none yet. */
  create?: boolean
}

/** Runs the work on the database without migrating it. Stops an embedded server that was started for it. */
export async function withServerUrl<Result>(
  { env, signal, serving = false, create = false }: Options,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (!create && !env.DATABASE_URL && !(await embeddedDatabaseExists(env.STOCKIE_HOME))) {
    throw new AppError(
      'not_found',
      `There is no shop in ${env.STOCKIE_HOME} yet: npm start creates one.`,
    )
  }
  const { url, close } = await openDatabase(env, { serving }).catch((error: unknown) => {
    if (!(error instanceof AlreadyServedError)) throw error
    // The start's own message advises a second home, which does not help a restore.
    throw new AppError(
      'conflict',
      `Stockie runs from ${error.home}: stop it with Ctrl-C in its terminal, and run this again.`,
    )
  })
  try {
    if (signal.aborted) throw new InterruptedError('Interrupted.')
    return await work(url)
  } catch (error) {
    // After an abort, the error of the aborted work is only noise.
    throw signal.aborted ? new InterruptedError('Interrupted.') : error
  } finally {
    await close()
  }
}

type Work<Result> = (open: { url: string; pool: Pool; env: Env }) => Promise<Result>

/** Migrates the database and runs one command on it, beside a running Stockie or without one. */
export async function withMigratedDatabase<Result>(work: Work<Result>): Promise<Result> {
  const env = loadEnv()
  const interrupted = rejectOnInterruption()
  const opening = openDatabase(env)
  try {
    return await Promise.race([interrupted, run(opening, env, work)])
  } finally {
    // Stops an embedded server that this command has started, even if a Ctrl-C came while it was opening.
    // If opening failed, the race has already thrown that error.
    await opening.then(
      ({ close }) => close(),
      () => {},
    )
  }
}

async function run<Result>(
  opening: ReturnType<typeof openDatabase>,
  env: Env,
  work: Work<Result>,
): Promise<Result> {
  const { url } = await opening
  const { BACKUP_FOLDER: folder, BACKUP_KEEP: keep } = env
  const sharedAs = env.DATABASE_URL ? 'command' : undefined
  await upgradeDatabase(url, { folder, keep, logBackup: printError, warn: printError, sharedAs })
  const { pool, close } = connect(url, { max: 2 })
  try {
    return await work({ url, pool, env })
  } finally {
    await close()
  }
}
