import { isDeepStrictEqual } from 'node:util'
import type { DocumentEntry } from '#src/clients/journal'
import { isAsSent } from './is-as-sent'
import type { Stored } from './read-documents'

type Judged = { lost: string[]; doubled: string[] }

/**
 * What was answered is there once, exactly as it was answered; what was not, at most once. And each that is there is
 * what was sent: an answer that tells less agrees with a row that has less.
 */
export function judgeDocuments(
  entries: readonly DocumentEntry[],
  stored: readonly Stored[],
): Judged {
  const found = new Map<string, Stored[]>()
  for (const row of stored) found.set(row.mark, [...(found.get(row.mark) ?? []), row])
  const lost: string[] = []
  const doubled: string[] = []
  for (const entry of entries) {
    const rows = found.get(entry.mark) ?? []
    // Of two, the one that was answered.
    const row = rows.find((one) => isDeepStrictEqual(one.row, entry.answer)) ?? rows[0]
    const what = `${entry.resource} "${entry.mark}"`
    if (rows.length > 1) doubled.push(`${what} is there ${rows.length} times`)
    const fault = row ? faultOf(entry, row) : entry.answer && 'is not there'
    if (fault) lost.push(`${what} ${fault}`)
    found.delete(entry.mark)
  }
  for (const mark of found.keys()) doubled.push(`"${mark}" is there, and nobody sent it`)
  return { lost, doubled }
}

function faultOf(entry: DocumentEntry, { row, isDeleted }: Stored): string | undefined {
  if (entry.answer && !isDeepStrictEqual(row, entry.answer)) {
    return `is ${JSON.stringify(row)}, and was answered as ${JSON.stringify(entry.answer)}`
  }
  if (!isAsSent(row, entry.sent)) {
    return `is ${JSON.stringify(row)}, and was sent as ${JSON.stringify(entry.sent)}`
  }
  const differs = entry.isDeleted !== null && entry.isDeleted !== isDeleted
  if (!differs) return undefined
  return entry.isDeleted ? 'was deleted, and is there' : 'was not deleted, or restored, and is gone'
}
