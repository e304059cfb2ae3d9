import type { Pool } from 'pg'
import { upgradeDatabase } from '#src/database/backup/upgrade-database'
import { AlreadyServed } from '#src/database/embedded/claim'
import { embeddedDatabaseExists } from '#src/database/embedded/home'
import { openDatabase } from '#src/database/open-database'
import { connect } from '#src/database/pool/connect'
import { type Env, loadEnv } from '#src/env'
import { AppError } from '#src/errors'
import { printError } from '#src/server/console'
import { onSignal } from '#src/server/shutdown'
import { Interrupted } from './command'

type Options = {
  env: Env
  signal: AbortSignal
  /** As the only one: a Stockie that runs is refused, and none can start meanwhile. */
  serving?: boolean
  /** Where there is no shop yet, one may begin. */
  making?: boolean
}

/** The database as it is, of whatever version; an embedded server that is started here ends here. */
export async function withServerUrl<Result>(
  { env, signal, serving = false, making = false }: Options,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (!making && !env.DATABASE_URL && !(await embeddedDatabaseExists(env.STOCKIE_HOME))) {
    throw new AppError(
      'not_found',
      `There is no shop in ${env.STOCKIE_HOME} yet: npm start makes it.`,
    )
  }
  const { url, close } = await openDatabase(env, { serving }).catch((error: unknown) => {
    if (!(error instanceof AlreadyServed)) throw error
    // What the start says then, a second shop, is of no use to whoever wants this one restored.
    throw new AppError(
      'conflict',
      `Stockie runs from ${error.home}: stop it with Ctrl-C where it runs, and run this again.`,
    )
  })
  try {
    if (signal.aborted) throw new Interrupted('Interrupted.')
    return await work(url)
  } catch (error) {
    // What it was broken off by says nothing that anybody has to know.
    throw signal.aborted ? new Interrupted('Interrupted.') : error
  } finally {
    await close()
  }
}

type Work<Result> = (open: { url: string; pool: Pool; env: Env }) => Promise<Result>

/** The database for one command, beside a running Stockie or without one. */
export async function withMigratedDatabase<Result>(work: Work<Result>): Promise<Result> {
  const env = loadEnv()
  const interrupted = interruption()
  const opening = openDatabase(env)
  try {
    return await Promise.race([interrupted, run(opening, env, work)])
  } finally {
    // An embedded server that was started for this command ends with it, also when a Ctrl-C finds
    // it half open. Why one did not open at all is told by then.
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
  await upgradeDatabase(url, { folder, keep, say: printError })
  const { pool, close } = connect(url, { max: 2 })
  try {
    return await work({ url, pool, env })
  } finally {
    await close()
  }
}

function interruption(): Promise<never> {
  return new Promise((_resolve, reject) => {
    onSignal(
      () => reject(new Interrupted('Interrupted.')),
      () => process.exit(130),
    )
  })
}
