import { UsageError } from '@stockie/stage/usage-error'
import type { Fault } from './fault'

/** The faults that --only names, in the order of the table. */
export function choose(all: readonly Fault[], only: readonly string[]): Fault[] {
  const names = all.map(({ name }) => name)
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`--only ${unknown} names no fault. There are ${names.join(', ')}.`)
  }
  return only.length === 0 ? [...all] : all.filter(({ name }) => only.includes(name))
}
