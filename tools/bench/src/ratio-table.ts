import { padColumns } from '@stockie/testkit/command-line'
import type { Bound } from './bench'
import type { MeasureResult } from './measure-runner'

function describeBound(bound: Bound): string {
  return 'atLeast' in bound ? `>= ${bound.atLeast}` : `<= ${bound.atMost}`
}

const quickNote = 'Quick run with few and short rounds, not for the record.'

/** The rows as text: the ratios, and below them the absolute figures, which are not judged. */
export function drawTable(
  results: readonly MeasureResult[],
  { quick }: { quick: boolean },
): string {
  const head = ['', 'what', 'anchor', 'ratio', 'min–max', 'goal', 'moonshot', '']
  const lines = padColumns([head, ...results.map(toCells)])
  const remarks = results.flatMap((result) =>
    describe(result).map((text) => `${result.row.id}: ${text}`),
  )
  const above = quick ? [quickNote, ''] : []
  const below = ['', 'Absolute figures, valid for this machine only:', ...remarks]
  return [...above, ...lines, ...below].join('\n')
}

function toCells(result: MeasureResult): string[] {
  const { id, name, anchor, goal, moonshot } = result.row
  const bounds = [describeBound(goal), describeBound(moonshot)]
  if ('failure' in result) return [id, name, anchor, '', '', ...bounds, 'failed']
  if ('unsupported' in result) return [id, name, anchor, '', '', ...bounds, 'unsupported']
  const { ratio, min, max, verdict } = result
  return [id, name, anchor, round(ratio), `${round(min)}–${round(max)}`, ...bounds, verdict]
}

function describe(result: MeasureResult): string[] {
  if ('failure' in result) return [result.failure]
  if ('unsupported' in result) return [result.unsupported]
  return result.outcome.shown
}

/** Rounds to three significant digits. */
function round(value: number): string {
  return String(Number(value.toPrecision(3)))
}

/** A row as `--json` writes it. A row without an outcome has the reason and no ratio. */
export function toJson(result: MeasureResult) {
  const { id, name, anchor, goal, moonshot } = result.row
  const row = { id, name, anchor, goal: describeBound(goal), moonshot: describeBound(moonshot) }
  if ('verdict' in result) {
    const { ratio, min, max, verdict, outcome } = result
    const met = verdict === 'goal' || verdict === 'moonshot'
    const { rounds, noisy = false } = outcome
    return { ...row, ratio, min, max, met, rounds, noisy }
  }
  const why =
    'failure' in result ? { failure: result.failure } : { unsupported: result.unsupported }
  return { ...row, ratio: null, min: null, max: null, met: false, rounds: [], noisy: false, ...why }
}
