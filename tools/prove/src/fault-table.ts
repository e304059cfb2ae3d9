import { padColumns } from '@stockie/testkit/command-line'
import type { Ran } from './fault-runner'

/** Whether the fault did its harm, and nothing came of it. */
export function hasPassed(ran: Ran): boolean {
  if ('failure' in ran || 'notHere' in ran) return false
  const { lost, doubled, broken, unkept } = ran.found
  return [lost, doubled, broken, unkept].every((findings) => findings.length === 0)
}

const head = ['fault', 'rounds', 'acknowledged', 'lost', 'doubled', 'invariants broken', '']
const shown = 5

/** The table of a run, and below it what each fault has to say beside its counts. */
export function drawTable(results: readonly Ran[]): string {
  const lines = padColumns([head, ...results.map(toCells)])
  const remarks = results.flatMap((ran) => sayMore(ran).map((text) => `${ran.name}: ${text}`))
  return [...lines, '', ...remarks].join('\n').trimEnd()
}

function toCells(ran: Ran): string[] {
  const played = [ran.name, String(ran.rounds)]
  if ('notHere' in ran) return [...played, '', '', '', '', 'not here']
  const { acknowledged, lost, doubled, uncounted = [], broken, unkept } = ran.found
  const counts = [acknowledged, lost.length, doubled.length, broken.length].map((count) =>
    count.toLocaleString('en-US'),
  )
  if (uncounted.includes('lost')) counts[1] = '–'
  if (uncounted.includes('doubled')) counts[2] = '–'
  const last = [
    ...(unkept.length > 0 ? [`${unkept.length} unkept`] : []),
    ...('failure' in ran ? [`round ${ran.rounds + 1} could not be played`] : []),
  ].join(', ')
  return [...played, ...counts, last]
}

function sayMore(ran: Ran): string[] {
  if ('notHere' in ran) return [ran.notHere]
  const { lost, doubled, broken, unkept, longest, remarks = [] } = ran.found
  const waits = Object.entries(longest).map(([what, time]) => `${what} ${inSeconds(time)}`)
  return [
    ...(waits.length > 0 ? [`${waits.join(', ')}.`] : []),
    ...new Set(remarks),
    ...Object.entries({ lost, doubled, broken, unkept }).flatMap(([what, findings]) =>
      tellFirst(what, findings),
    ),
    ...('failure' in ran ? [ran.failure] : []),
  ]
}

function tellFirst(what: string, findings: readonly string[]): string[] {
  const first = findings.slice(0, shown).map((finding) => `${what}: ${finding}`)
  const more = findings.length - first.length
  return more > 0 ? [...first, `${what}: and ${more} more`] : first
}

const inSeconds = (time: number) =>
  time < 1_000 ? `${Math.round(time)} ms` : `${(time / 1_000).toFixed(1)} s`
