import type { ClientBase } from 'pg'

export type Invariant = {
  /** The view that has a row for whatever breaks it: inv_<group>_<rule>. */
  name: string
  /** What it is about: stock, totals, records. */
  group: string
  /** What is true of a shop in health, in a sentence. */
  rule: string
}

/** The migrations make them, and this is all that anybody knows of them. An older database has fewer, or none. */
export async function listInvariants(client: ClientBase): Promise<Invariant[]> {
  const { rows } = await client.query<Invariant>(
    `select quote_ident(relname) as name, split_part(relname, '_', 2) as group,
       coalesce(obj_description(oid, 'pg_class'), relname) as rule
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'v' and relname like 'inv\\_%'
     order by array_position(array['stock', 'totals', 'records'], split_part(relname, '_', 2)), relname`,
  )
  return rows
}

export type BrokenInvariant = Invariant & {
  /** How many rows break it. */
  count: number
  /** Some of them: which record it is, and the figures that differ. */
  rows: Record<string, unknown>[]
}

const shown = 3

/** What is not true of the shop, which must be; nothing in health. One view after another, all of them or these. */
export async function readBrokenInvariants(
  client: ClientBase,
  invariants?: readonly Invariant[],
): Promise<BrokenInvariant[]> {
  const all = invariants ?? (await listInvariants(client))
  // A database without any must not pass for one in health.
  if (all.length === 0) throw new Error('There are no invariants: the database is an older one.')
  // What a CHECK says may be untrue by now: PostgreSQL would conclude from it that there is nothing to look at.
  await client.query('set constraint_exclusion to off')
  const broken: BrokenInvariant[] = []
  for (const invariant of all) {
    const { rows } = await client.query<{ count: number; row: string }>(
      `select count(*) over ()::integer as count, row_to_json(broken)::text as row
       from ${invariant.name} as broken limit ${shown}`,
    )
    const [first] = rows
    if (!first) continue
    broken.push({ ...invariant, count: first.count, rows: rows.map(({ row }) => JSON.parse(row)) })
  }
  return broken
}
