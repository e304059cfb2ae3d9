import type { ClientBase } from 'pg'

export type Invariant = {
  /** The view inv_<group>_<rule>. It has a row for each violation. */
  name: string
  /** Its subject: stock, totals, records, returns or journal. */
  group: string
  /** The rule in a sentence. */
  rule: string
}

/**
 * Reads the invariants from the catalogue: the migrations define them. An older database has fewer, or none.
 */
export async function listInvariants(client: ClientBase): Promise<Invariant[]> {
  const { rows } = await client.query<Invariant>(
    `select quote_ident(relname) as name, split_part(relname, '_', 2) as group,
       coalesce(obj_description(oid, 'pg_class'), relname) as rule
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'v' and relname like 'inv\\_%'
     order by array_position(array['stock', 'totals', 'records', 'returns', 'journal'], split_part(relname, '_', 2)), relname`,
  )
  return rows
}

export type BrokenInvariant = Invariant & {
  /** Number of violations. */
  count: number
  /** The first few of them: the record, and the figures that differ. */
  rows: Record<string, unknown>[]
}

const maxRows = 3

/** Reads the violated invariants, of these or of all. Empty in a healthy shop. */
export async function readBrokenInvariants(
  client: ClientBase,
  invariants?: readonly Invariant[],
): Promise<BrokenInvariant[]> {
  const all = invariants ?? (await listInvariants(client))
  // A database without invariants must not count as healthy.
  if (all.length === 0) throw new Error('There are no invariants: the database is an older one.')
  // A forced change may have broken a CHECK. PostgreSQL would trust the CHECK and skip the rows.
  await client.query('set constraint_exclusion to off')
  const broken: BrokenInvariant[] = []
  for (const invariant of all) {
    const { rows } = await client.query<{ count: number; row: string }>(
      `select count(*) over ()::integer as count, row_to_json(broken)::text as row
       from ${invariant.name} as broken limit ${maxRows}`,
    )
    const [first] = rows
    if (!first) continue
    broken.push({ ...invariant, count: first.count, rows: rows.map(({ row }) => JSON.parse(row)) })
  }
  return broken
}
