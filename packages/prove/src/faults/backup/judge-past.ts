import type { Database } from '@stockie/stage/database'
import type { Journal } from '#src/clients/journal'
import { judgeDocuments } from '#src/judge/judge-documents'
import { readDocuments } from '#src/judge/read-documents'
import type { Round } from '#src/round'

/**
 * Of those who sold while it was made the backup has some: each as it was answered, and of each client the
 * first so many, since it is one moment. Which of them were deleted by then nobody knows.
 */
export async function judgePast(
  shop: Pick<Database, 'query'>,
  { documents }: Journal,
  { mark }: Pick<Round, 'mark'>,
): Promise<string[]> {
  const unkept: string[] = []
  const there = new Set<string>()
  for (const resource of ['sales', 'purchases'] as const) {
    const rows = await readDocuments(shop, resource, mark)
    for (const row of rows) there.add(row.mark)
    const known = documents
      .filter((entry) => entry.resource === resource && there.has(entry.mark))
      .map((entry) => ({ ...entry, isDeleted: null }))
    const { lost, doubled } = judgeDocuments(known, rows)
    unkept.push(...lost, ...doubled)
  }
  if (there.size === documents.length) {
    unkept.push('nobody sold anything after the backup: it was not made under load')
  }
  return [
    ...unkept,
    ...[...there]
      .filter((one) => isAfterGap(one, there))
      .map((one) => `${one} is there without the one before it`),
  ]
}

/** A mark ends with its number in the client's own row, from 1 up. */
function isAfterGap(mark: string, there: ReadonlySet<string>): boolean {
  const cut = mark.lastIndexOf('-') + 1
  const number = Number(mark.slice(cut))
  return number > 1 && !there.has(`${mark.slice(0, cut)}${number - 1}`)
}
