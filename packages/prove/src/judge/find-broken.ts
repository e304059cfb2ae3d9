import type { Database } from '@stockie/stage/database'

/** The invariants that do not hold: each is a view that is empty in health. */
export async function findBroken({ query }: Pick<Database, 'query'>): Promise<string[]> {
  const views = await query<{ name: string }>(
    String.raw`select viewname as name from pg_views where viewname like 'inv\_%' order by viewname`,
  )
  if (views.length === 0) throw new Error('The database has no invariants: no view inv_*.')
  const broken: string[] = []
  for (const { name } of views) {
    const rows = await query<{ row: string }>(
      `select to_jsonb(found)::text as row from ${name} as found`,
    )
    if (rows[0]) broken.push(`${name} has ${rows.length}: ${rows[0].row}`)
  }
  return broken
}
