import type { Database } from '@stockie/stage/database'
import { freePort } from '@stockie/stage/free-port'
import type { Found } from '#src/fault'
import { runCommand } from '#src/run-command'
import type { OldProgram } from './old-program'
import { findChanged, readOldShop } from './read-old-shop'

const sentence = /The database is newer than this version of Stockie: it has the migration \w+/

/** Whoever starts the program of before on what today's has changed is told so in a sentence, and it ends. */
export async function refuseByOldProgram(
  shop: Pick<Database, 'query'>,
  { name, dist }: OldProgram,
  env: Record<string, string>,
): Promise<Found> {
  const before = await readOldShop(shop)
  const { code, stdout, stderr } = await runCommand('main', {
    folder: dist,
    env: { ...env, PORT: String(await freePort()) },
  })
  const isRefused = code === 1 && sentence.test(stderr) && stderr.trim().split('\n').length === 1
  const said = `${stdout}${stderr}`.trim().slice(0, 300)
  return {
    acknowledged: 0,
    lost: findChanged(before, await readOldShop(shop)),
    doubled: [],
    broken: [],
    unkept: isRefused ? [] : [`the program of ${name} ended with ${code} and said: ${said}`],
    longest: {},
  }
}
