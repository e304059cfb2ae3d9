import { padColumns } from '@stockie/testkit/command-line'
import type { Bound } from './bench'
import type { Ran } from './measure-runner'

function describeBound(bound: Bound): string {
  return 'atLeast' in bound ? `>= ${bound.atLeast}` : `<= ${bound.atMost}`
}

const ofQuick = 'Quick, of few and short rounds: for trying, not for the record.'

/** The rows as text: the ratios first, and below them the absolute figures, which nothing is judged by. */
export function drawTable(results: readonly Ran[], { quick }: { quick: boolean }): string {
  const head = ['', 'what', 'anchor', 'ratio', 'min–max', 'goal', 'moonshot', '']
  const drawn = padColumns([head, ...results.map(toCells)])
  const remarks = results.flatMap((result) =>
    sayMore(result).map((text) => `${result.row.id}: ${text}`),
  )
  const above = quick ? [ofQuick, ''] : []
  const below = ['', 'Absolute figures are those of this machine alone:', ...remarks]
  return [...above, ...drawn, ...below].join('\n')
}

function toCells(result: Ran): string[] {
  const { id, name, anchor, goal, moonshot } = result.row
  const bounds = [describeBound(goal), describeBound(moonshot)]
  if ('failure' in result) return [id, name, anchor, '', '', ...bounds, 'failed']
  if ('notHere' in result) return [id, name, anchor, '', '', ...bounds, 'not here']
  const { ratio, min, max, verdict } = result
  return [id, name, anchor, round(ratio), `${round(min)}–${round(max)}`, ...bounds, verdict]
}

function sayMore(result: Ran): string[] {
  if ('failure' in result) return [result.failure]
  if ('notHere' in result) return [result.notHere]
  return result.outcome.shown
}

/** Three figures that count. */
function round(value: number): string {
  return String(Number(value.toPrecision(3)))
}

/** A row as `--json` writes it. One that came to nothing says why, and has no ratio. */
export function toJson(result: Ran) {
  const { id, name, anchor, goal, moonshot } = result.row
  const row = { id, name, anchor, goal: describeBound(goal), moonshot: describeBound(moonshot) }
  if ('verdict' in result) {
    const { ratio, min, max, verdict, outcome } = result
    const met = verdict === 'goal' || verdict === 'moonshot'
    const { rounds, noisy = false } = outcome
    return { ...row, ratio, min, max, met, rounds, noisy }
  }
  const why = 'failure' in result ? { failure: result.failure } : { notHere: result.notHere }
  return { ...row, ratio: null, min: null, max: null, met: false, rounds: [], noisy: false, ...why }
}
