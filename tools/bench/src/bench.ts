import path from 'node:path'
import type { Shutdown, TestScope } from '@stockie/testkit/cleanup'
import { openPostgres } from '@stockie/testkit/postgres-server'
import { createShopDatabases, type ShopDatabase } from '@stockie/testkit/shop-databases'

export function anchorFile(name: string): string {
  return path.resolve(import.meta.dirname, '../anchors', name)
}

/** What the shops hold that measures are made in; all days are relative to the day of the run. */
const sizes = {
  e2e: { profile: 'e2e' },
  '100k': { profile: 'bench', sales: 100_000, products: 10_000 },
  '1m': { profile: 'bench', sales: 1_000_000, products: 10_000 },
  'products-100k': { profile: 'bench', sales: 1_000, products: 100_000 },
} as const

export type Size = keyof typeof sizes

/** What a measure is given. */
export type Bench = TestScope & {
  quick: boolean
  rounds: number
  /** How long each load lasts. */
  seconds: number
  /** The process of the PostgreSQL that all databases are on. */
  postmaster: number
  /** A shop that goes with the measure. */
  database: (size: Size) => Promise<ShopDatabase>
  progress: (text: string) => void
}

export type Bound = { atLeast: number } | { atMost: number }

/** A line of the table: what is held against what, and how far it must come. */
export type Row = { id: string; name: string; anchor: string; goal: Bound; moonshot: Bound }

/** The ratio of each round; a count has one round. */
export type Outcome = {
  rounds: number[]
  /** The anchor itself was not steady: the ratios say nothing. */
  noisy?: boolean
  /** Absolute figures, for people: a short sentence each. */
  shown: string[]
}

export type Measure = { row: Row; run: (bench: Bench) => Promise<Outcome> }

type Options = { quick: boolean; progress: (text: string) => void; shutdown: Shutdown }

/** A PostgreSQL of the bench's own: both sides work with its settings. */
export async function openBench({ quick, progress, shutdown }: Options): Promise<Bench> {
  const { folder, url, postmaster } = await openPostgres({ name: 'bench', progress, shutdown })
  return {
    quick,
    rounds: quick ? 3 : 5,
    seconds: quick ? 2 : 5,
    folder,
    postmaster: await postmaster(),
    database: createShopDatabases({ server: url, sizes, progress }),
    progress,
    onEnd: shutdown.onEnd,
  }
}
