import type { Goods } from '#src/clients/clients'
import type { DocumentEntry } from '#src/clients/journal'

/** Sales that do not wait for earlier answers, and readers beside them. */
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

/** Reads the same path again and again. */
export type Reader = { path: string; pause: number }

/** Milliseconds, in the order of the answers. */
type Waits = number[]

export type LoadReport = {
  documents: DocumentEntry[]
  /** Wrong or missing answers, each as a sentence; no request is retried. */
  failed: string[]
  /** Measured from when a sale was due, so that waiting for a connection counts. */
  sales: Waits
  /** How long after its due time each sale was sent. */
  late: Waits
  reads: { path: string; waits: Waits }[]
  /** Milliseconds from the start until every sale was answered. */
  took: number
}
