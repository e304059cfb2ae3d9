import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * So many milliseconds after a request has come it waits for no connection any more. With what its last
 * statement may then wait for a lock, it is answered within 3 seconds.
 */
const patience = 1_900

const moments = new AsyncLocalStorage<number>()
let inUse = 0

/** Until when what runs here may wait for its turn; by itself from now on as long as anything may. */
export function lastMoment(): number {
  return moments.getStore() ?? performance.now() + patience
}

/**
 * By that moment this work has waited for its turn in the database, whoever asks. Knowing whose a query is
 * costs Node 20 some microseconds for every promise there is, so it stops knowing whenever nobody needs it.
 */
export async function beginBy<Result>(
  moment: number,
  work: () => Promise<Result>,
): Promise<Result> {
  inUse += 1
  try {
    return await moments.run(moment, work)
  } finally {
    inUse -= 1
    if (inUse === 0) moments.disable()
  }
}
