import type { Goods } from '#src/clients/clients'
import type { DocumentEntry } from '#src/clients/journal'

/** Sales that come whether or not the last one was answered, and readers beside them. */
export type LoadPlan = {
  origin: string
  headers: Record<string, string>
  seed: number
  mark: string
  goods: Goods
  salesPerSecond: number
  seconds: number
  readers: Reader[]
}

/** One who looks at the same thing again and again. */
export type Reader = { path: string; pause: number }

/** Milliseconds, in the order in which the answers came. */
type Waits = number[]

export type LoadReport = {
  documents: DocumentEntry[]
  /** Whatever was not answered as it should be, at the first time of asking, each as a sentence. */
  failed: string[]
  /** From the moment when a sale was due, so that waiting for a connection counts too. */
  sales: Waits
  /** How long after that moment each was sent. */
  late: Waits
  reads: { path: string; waits: Waits }[]
  /** From the first moment on until every sale was answered. */
  took: number
}
