import type { Bench } from './bench'

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
