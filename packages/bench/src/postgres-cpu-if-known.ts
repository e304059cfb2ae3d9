import { NotHere } from '@stockie/stage/not-here'
import type { Bench } from './bench'
import { postgresCpu } from './postgres-cpu'

/** For rows that show it and are not judged by it: not a number where it cannot be read. */
export async function postgresCpuIfKnown(bench: Pick<Bench, 'postmaster'>): Promise<number> {
  return postgresCpu(bench).catch((error: unknown) => {
    if (error instanceof NotHere) return Number.NaN
    throw error
  })
}
