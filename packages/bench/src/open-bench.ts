import { createDatabases } from '@stockie/stage/databases'
import type { Ending } from '@stockie/stage/ending'
import { openPostgres } from '@stockie/stage/open-postgres'
import type { Bench } from './bench'
import { sizes } from './sizes'

type Options = { quick: boolean; progress: (text: string) => void; ending: Ending }

/** A PostgreSQL of the bench's own: both sides work with its settings. */
export async function openBench({ quick, progress, ending }: Options): Promise<Bench> {
  const { folder, url, postmaster } = await openPostgres({ name: 'bench', progress, ending })
  return {
    quick,
    rounds: quick ? 3 : 5,
    seconds: quick ? 2 : 5,
    folder,
    postmaster: await postmaster(),
    database: createDatabases({ server: url, sizes, progress }),
    progress,
    onEnd: ending.beforeThat,
  }
}
