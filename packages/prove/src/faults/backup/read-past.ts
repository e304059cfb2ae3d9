import type { Database } from '@stockie/stage/database'
import type { Journal } from '#src/clients/journal'
import { readDocuments } from '#src/judge/read-documents'
import type { Round } from '#src/round'

type Past = {
  /** As if those whom the backup has not had never had an answer; which were deleted by then nobody knows. */
  journal: Journal
  unkept: string[]
}

/**
 * Of those who sold while it was made the backup has some: each as it was answered, which is for the judge to say, and
 * of each client the first so many, since it is one moment.
 */
export async function readPast(
  shop: Pick<Database, 'query'>,
  journal: Journal,
  { mark }: Pick<Round, 'mark'>,
): Promise<Past> {
  const rows = [
    ...(await readDocuments(shop, 'sales', mark)),
    ...(await readDocuments(shop, 'purchases', mark)),
  ]
  const there = new Set(rows.map((row) => row.mark))
  const documents = journal.documents.map((entry) => ({
    ...entry,
    answer: there.has(entry.mark) ? entry.answer : null,
    isDeleted: null,
  }))
  const edits = journal.edits.map((edit) => ({ ...edit, acknowledged: false }))
  const gaps = [...there].filter((one) => isAfterGap(one, there))
  return {
    journal: { ...journal, documents, edits },
    unkept: [
      ...(there.size === documents.length
        ? ['nobody sold anything after the backup: it was not made under load']
        : []),
      ...gaps.map((one) => `${one} is there without the one before it`),
    ],
  }
}

/** A mark ends with its number in the client's own row, from 1 up. */
function isAfterGap(mark: string, there: ReadonlySet<string>): boolean {
  const cut = mark.lastIndexOf('-') + 1
  const number = Number(mark.slice(cut))
  return number > 1 && !there.has(`${mark.slice(0, cut)}${number - 1}`)
}
