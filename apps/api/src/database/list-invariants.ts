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
