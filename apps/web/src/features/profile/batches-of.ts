import type { DeletedRecord } from '@stockie/contracts'

export interface Batch {
  /** Speaks for all of them: kind, time, and whose doing it was. */
  first: DeletedRecord
  records: DeletedRecord[]
}

/** The records by the click that deleted them, in their order. */
export function batchesOf(records: DeletedRecord[]): Batch[] {
  const batches = new Map<string, Batch>()
  for (const record of records) {
    const begun = batches.get(record.batch)
    if (begun) begun.records.push(record)
    else batches.set(record.batch, { first: record, records: [record] })
  }
  return [...batches.values()]
}
