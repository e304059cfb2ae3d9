import type { Pool } from 'pg'
import { upgradeDatabase } from '@/database/backup/upgrade-database'
import { connect } from '@/database/connect'
import { openDatabase } from '@/database/open-database'
import { loadEnv, type Env } from '@/env'
import { onSignal } from '@/main/on-signal'
import { complain } from '@/main/tell'
import { Interrupted } from './interrupted'

type Work<Result> = (open: { url: string; pool: Pool; env: Env }) => Promise<Result>

/** The database for one command, beside a running Stockie or without one. */
export async function withDatabase<Result>(work: Work<Result>): Promise<Result> {
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
  await upgradeDatabase(url, { folder, keep, say: complain })
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
