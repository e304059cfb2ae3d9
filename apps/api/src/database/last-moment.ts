import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * So many milliseconds after a request has come it waits for no connection any more. With what its last
 * statement may then wait for a lock, it is answered within 3 seconds.
 */
const patience = 1_900

export type Turn = {
  last: number
  /** Whether the database has refused something by now, or given no connection. */
  hasFailed: boolean
}

const turns = new AsyncLocalStorage<Turn>()
let inUse = 0

/** Whose time that is which what runs here takes: its own, as long as anything may from now on, if nobody else's. */
export function currentTurn(): Turn {
  return turns.getStore() ?? { last: performance.now() + patience, hasFailed: false }
}

/** Until when what runs here may wait for its turn. */
export function lastMoment(): number {
  return currentTurn().last
}

/**
 * By that moment this work has waited for its turn in the database, whoever asks. Knowing whose a query is
 * costs Node 20 some microseconds for every promise there is, so it stops knowing whenever nobody needs it.
 */
export async function beginBy<Result>(last: number, work: () => Promise<Result>): Promise<Result> {
  inUse += 1
  try {
    return await turns.run({ last, hasFailed: false }, work)
  } finally {
    inUse -= 1
    if (inUse === 0) turns.disable()
  }
}
