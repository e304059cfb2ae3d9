import type { Ran } from './run-faults'

/** Whether the fault did its harm, and nothing came of it. */
export function isKept(ran: Ran): boolean {
  if ('failure' in ran || 'notHere' in ran) return false
  const { lost, doubled, broken, unkept } = ran.found
  return [lost, doubled, broken, unkept].every((findings) => findings.length === 0)
}
