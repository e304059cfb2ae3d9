import { createDatabases } from '@stockie/stage/databases'
import type { Ending } from '@stockie/stage/ending'
import { openPostgres } from '@stockie/stage/open-postgres'
import type { Ground } from './ground'

type Options = { long: boolean; progress: (text: string) => void; ending: Ending }

/** Enough that fifty clients sell different things, and the same ones too. */
const sizes = { shop: { profile: 'bench', sales: 500, products: 120 } } as const

/** A PostgreSQL that nobody else works with: it will be killed. */
export async function openGround({ long, progress, ending }: Options): Promise<Ground> {
  const postgres = await openPostgres({ name: 'prove', progress, ending })
  const open = createDatabases({ server: postgres.url, sizes, progress })
  return {
    folder: postgres.folder,
    onEnd: ending.beforeThat,
    long,
    postgres,
    openShop: () => open('shop'),
    progress,
  }
}
