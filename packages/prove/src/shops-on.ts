import { createDatabases } from '@stockie/stage/databases'
import type { Database } from '@stockie/stage/database'

/** Enough that fifty clients sell different things, and the same ones too. */
const sizes = { shop: { profile: 'bench', sales: 500, products: 120 } } as const

/** Small shops on a server, as many as are asked for. */
export function shopsOn(server: string, progress: (text: string) => void): () => Promise<Database> {
  const open = createDatabases({ server, sizes, progress })
  return () => open('shop')
}
