import type { Ending } from '@stockie/stage/ending'
import { freePort } from '@stockie/stage/free-port'
import { openPostgres } from '@stockie/stage/open-postgres'
import type { Ground } from './ground'
import { shopsOn } from './shops-on'

type Options = { long: boolean; progress: (text: string) => void; ending: Ending }

/** A PostgreSQL that nobody else works with: it will be killed. */
export async function openGround({ long, progress, ending }: Options): Promise<Ground> {
  // Nobody else's first choice either: it is away for a while when it was killed.
  const port = await freePort()
  const postgres = await openPostgres({ name: 'prove', port, progress, ending })
  return {
    folder: postgres.folder,
    onEnd: ending.beforeThat,
    atOnce: ending.atOnce,
    long,
    postgres,
    openShop: shopsOn(postgres.url, progress),
    progress,
  }
}
