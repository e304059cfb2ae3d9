import { median } from '#src/median'
import type { ReadCost } from './read-after-writes'

/** A line for each side: what one read came to in the middle of its rounds. */
export function showCosts(measured: Record<string, ReadCost[]>): string[] {
  return Object.entries(measured).map(([side, rounds]) => {
    const middle = (figure: (round: ReadCost) => number) => median(rounds.map(figure)).toFixed(2)
    const cpu = `${middle(({ node }) => node)} ms of Node, ${middle(({ postgres }) => postgres)} ms of PostgreSQL`
    return `${side} ${cpu}, there after ${middle(({ latency }) => latency)} ms`
  })
}
