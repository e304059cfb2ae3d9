import { padColumns } from '@stockie/stage/pad-columns'
import { describeBound } from './describe-bound'
import type { Ran } from './run-measures'

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
