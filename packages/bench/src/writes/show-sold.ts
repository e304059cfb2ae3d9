import { median } from '#src/median'
import type { Sold } from './run-pgbench'

/** A line for each side: what it came to in the middle of its rounds. */
export function showSold(measured: Record<string, Sold[]>): string[] {
  return Object.entries(measured).map(([side, rounds]) => {
    const rate = Math.round(median(rounds.map(({ perSecond }) => perSecond)))
    const cpu = median(rounds.map((round) => round.cpu.postgres))
    return `${side} ${rate} sales/s, ${cpu.toFixed(3)} ms of PostgreSQL a sale`
  })
}
