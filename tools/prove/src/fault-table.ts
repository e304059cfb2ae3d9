import { padColumns } from '@stockie/testkit/command-line'
import type { FaultResult } from './fault-runner'

/** True if the fault was played without any finding. */
export function hasPassed(result: FaultResult): boolean {
  if ('failure' in result || 'unsupported' in result) return false
  const { lost, doubled, brokenInvariants, brokenPromises } = result.found
  return [lost, doubled, brokenInvariants, brokenPromises].every(
    (findings) => findings.length === 0,
  )
}

const head = ['fault', 'rounds', 'acknowledged', 'lost', 'doubled', 'invariants broken', '']
const shownFindings = 5

/** The table of a run, followed by the remarks and findings of each fault. */
export function drawTable(results: readonly FaultResult[]): string {
  const lines = padColumns([head, ...results.map(toCells)])
  const remarks = results.flatMap((result) =>
    describe(result).map((text) => `${result.name}: ${text}`),
  )
  return [...lines, '', ...remarks].join('\n').trimEnd()
}

function toCells(result: FaultResult): string[] {
  const played = [result.name, String(result.rounds)]
  if ('unsupported' in result) return [...played, '', '', '', '', 'unsupported']
  const {
    acknowledged,
    lost,
    doubled,
    uncounted = [],
    brokenInvariants,
    brokenPromises,
  } = result.found
  const counts = [acknowledged, lost.length, doubled.length, brokenInvariants.length].map((count) =>
    count.toLocaleString('en-US'),
  )
  if (uncounted.includes('lost')) counts[1] = '–'
  if (uncounted.includes('doubled')) counts[2] = '–'
  const last = [
    ...(brokenPromises.length > 0 ? [countPromises(brokenPromises.length)] : []),
    ...('failure' in result ? [`round ${result.rounds + 1} could not be played`] : []),
  ].join(', ')
  return [...played, ...counts, last]
}

const countPromises = (count: number) =>
  count === 1 ? '1 broken promise' : `${count} broken promises`

function describe(result: FaultResult): string[] {
  if ('unsupported' in result) return [result.unsupported]
  const { lost, doubled, brokenInvariants, brokenPromises, longest, remarks = [] } = result.found
  const waits = Object.entries(longest).map(([name, time]) => `${name} ${formatTime(time)}`)
  return [
    ...(waits.length > 0 ? [`${waits.join(', ')}.`] : []),
    ...new Set(remarks),
    ...Object.entries({
      lost,
      doubled,
      'broken invariant': brokenInvariants,
      'broken promise': brokenPromises,
    }).flatMap(([column, findings]) => describeFirst(column, findings)),
    ...('failure' in result ? [result.failure] : []),
  ]
}

function describeFirst(column: string, findings: readonly string[]): string[] {
  const first = findings.slice(0, shownFindings).map((finding) => `${column}: ${finding}`)
  const more = findings.length - first.length
  return more > 0 ? [...first, `${column}: and ${more} more`] : first
}

const formatTime = (time: number) =>
  time < 1_000 ? `${Math.round(time)} ms` : `${(time / 1_000).toFixed(1)} s`
