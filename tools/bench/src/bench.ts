import path from 'node:path'
import type { Shutdown, TestScope } from '@stockie/testkit/cleanup'
import { openPostgres } from '@stockie/testkit/postgres-server'
import { createShopDatabases, type ShopDatabase } from '@stockie/testkit/shop-databases'

export function anchorFile(name: string): string {
  return path.resolve(import.meta.dirname, '../anchors', name)
}

/** The contents of the measured shops; all dates are relative to the day of the run. */
const sizes = {
  e2e: { profile: 'e2e' },
  '100k': { profile: 'bench', sales: 100_000, products: 10_000 },
  '1m': { profile: 'bench', sales: 1_000_000, products: 10_000 },
  'products-1k': { profile: 'bench', sales: 100_000, products: 1_000 },
  'products-100k': { profile: 'bench', sales: 1_000, products: 100_000 },
} as const

export type Size = keyof typeof sizes

/** The environment of a measure. */
export type Bench = TestScope & {
  /** Also runs if the shutdown is interrupted. */
  onExit: (cleanUp: () => void) => void
  quick: boolean
  rounds: number
  /** Duration of each load. */
  seconds: number
  /** Process ID of the PostgreSQL that holds all databases. */
  postmaster: number
  /** Opens a shop that is dropped after the measure. */
  database: (size: Size) => Promise<ShopDatabase>
  progress: (text: string) => void
}

export type Bound = { atLeast: number } | { atMost: number }

/** A line of the table: what is compared with which anchor. */
export type Row = {
  id: string
  name: string
  anchor: string
  goal: Bound
  moonshot: Bound
}

/** A count has a single round. */
export type Outcome = {
  /** The ratio of each round. */
  rounds: number[]
  /** True if the anchor was not steady, so that the ratios prove nothing. */
  noisy?: boolean
  /** Absolute figures for readers, each a short sentence. */
  shown: string[]
}

export type Measure = { row: Row; run: (bench: Bench) => Promise<Outcome> }

/** Creates shops on a PostgreSQL of a measure's own. */
export function createShops(server: string, progress: (text: string) => void): Bench['database'] {
  return createShopDatabases({ server, sizes, progress })
}

type Options = { quick: boolean; progress: (text: string) => void; shutdown: Shutdown }

/** Opens a separate PostgreSQL, whose settings apply to both sides. */
export async function openBench({ quick, progress, shutdown }: Options): Promise<Bench> {
  const { folder, url, postmaster } = await openPostgres({ name: 'bench', progress, shutdown })
  return {
    quick,
    rounds: quick ? 3 : 5,
    seconds: quick ? 2 : 5,
    folder,
    postmaster: await postmaster(),
    database: createShops(url, progress),
    progress,
    onEnd: shutdown.onEnd,
    onExit: shutdown.onExit,
  }
}
