import { median } from './median'
import type { Measured } from './measure-load'

/** A line for each side: what it came to in the middle of its rounds. */
export function showRates(measured: Record<string, Measured[]>): string[] {
  return Object.entries(measured).map(([side, rounds]) => {
    const middle = (figure: (round: Measured) => number) => median(rounds.map(figure))
    const rate = Math.round(middle(({ perSecond }) => perSecond))
    const [node, postgres] = [middle(({ cpu }) => cpu.node), middle(({ cpu }) => cpu.postgres)]
    const p99 = middle(({ latency }) => latency.p99)
    const cpu = `${node.toFixed(3)} ms of Node and ${postgres.toFixed(3)} ms of PostgreSQL a request`
    return `${side} ${rate} req/s, p99 ${p99.toFixed(1)} ms, ${cpu}`
  })
}
