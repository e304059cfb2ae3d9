import type { DeletedRecord } from '@stockie/contracts'
import type { Deleted } from './reports'

export type DeletedRow = DeletedRecord

/** What is wrong with "recently deleted", newest first, where these should be in it. */
export function deletionsSeen(rows: DeletedRow[], deleted: Deleted[]): string | undefined {
  const told = `GET /deleted has\n  ${rows.map((row) => JSON.stringify(row)).join('\n  ')}\nbut`
  const wanted = new Map(deleted.map((record) => [nameOf(record), record]))
  if (wanted.size !== rows.length) return `${told} should have ${wanted.size}.`

  const sizes = new Map<string, number>()
  for (const { batch } of rows) sizes.set(batch, (sizes.get(batch) ?? 0) + 1)

  const batches = new Map<string, number>()
  const calls = new Set<number>()
  let lastStep = Number.POSITIVE_INFINITY
  let lastTime = '~'
  for (const row of rows) {
    const record = wanted.get(nameOf(row))
    if (!record) return `${told} ${nameOf(row)} was not deleted, or not so.`
    if (row.batchCount !== sizes.get(row.batch)) return `${told} a batch is of another size.`
    // One call is one batch, and one batch is one call.
    const call = batches.get(row.batch)
    if (call === undefined && calls.has(record.call)) return `${told} one call has two batches.`
    if (call !== undefined && call !== record.call) return `${told} one batch is of two calls.`
    batches.set(row.batch, record.call)
    calls.add(record.call)
    if (record.step > lastStep || row.deletedAt > lastTime) return `${told} not newest first.`
    lastStep = record.step
    lastTime = row.deletedAt
  }
  return undefined
}

function nameOf(record: Omit<Deleted, 'step' | 'call'>): string {
  const { resource, id, name, date, amount, deletedBy } = record
  return JSON.stringify([resource, id, name, date, amount, deletedBy])
}
