/** One level of the simulation: browsers with the page Create Sales open, each of them selling. */
export type TillPlan = {
  /** The tills are shared out equally. */
  origins: string[]
  /** The tills share these sessions. */
  tokens: string[]
  tills: number
  /** The mean of the random time between two sales of a till. */
  secondsBetweenSales: number
  /** Before the measurement, all tills open their page and begin to sell. */
  warmUpSeconds: number
  seconds: number
  products: number
  customers: number
  day: string
}

/** Milliseconds from a request of the measured time to its expected answer. */
export type Timings = { count: number; p50: number; p99: number; max: number }

export type TillResult = {
  /** The measured time, and what the tills got in it. */
  seconds: number
  recordedInTime: number
  bytes: number
  /** Milliseconds of CPU time of the tills themselves. */
  cpu: number
  sales: Timings
  /** Whether anything has changed, asked by each till every ten seconds. */
  polls: Timings
  /** A list that a till reads after its sale, or because a poll says that another till has changed something. */
  lists: Timings
  /** Requests of the measured time without the expected answer, by what happened. */
  failures: Record<string, number>
  /** Requests for lists of the measured time that a till cancelled after a sale of its own, to send them again. */
  cancelledLists: number
  /** Sales since the start, the warm-up included. */
  recorded: number
  /** Sales since the start without an answer, or with an error. They may be recorded or not. */
  uncertain: number
}

export type TillMessage = { event: 'begin' | 'end' } | { result: TillResult } | { failure: string }
