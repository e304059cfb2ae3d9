import type { Database } from '@stockie/stage/database'

/** How many sales and purchases there are, but for those of the mark. */
export async function countDocuments(
  { query }: Pick<Database, 'query'>,
  { without = '' }: { without?: string },
): Promise<number> {
  const [counted] = await query<{ count: number }>(
    `select count(*)::int as count
     from (select remark from sales union all select remark from purchases) as document
     where $1 = '' or not starts_with(coalesce(remark, ''), $1)`,
    [without && `${without}-`],
  )
  return counted?.count ?? 0
}
