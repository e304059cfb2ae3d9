import type { ClientBase } from 'pg'

export type TableShape = { name: string; columns: string[] }

/**
 * The history goes with the manifest, who has mistyped a password lately is nobody's treasure, and no session
 * outlives a restore.
 */
const left = ['_prisma_migrations', 'login_throttle', 'ended_sessions']

/**
 * The tables as the catalogue knows them, so that a database of any version can be read: whoever is
 * referred to comes before whoever refers to it.
 */
export async function readTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { needs: string[] }>(
    `select relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '')
         as columns,
       (select coalesce(array_agg(distinct target.relname::text), '{}')
        from pg_constraint join pg_class as target on target.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as needs
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname <> all($1::text[])
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by relname collate "C"`,
    [left],
  )
  const ordered: TableShape[] = []
  const done = new Set<string>()
  const waiting = [...rows]
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => needs.every((name) => done.has(name)))
    const [table] = waiting.splice(next, 1)
    if (next < 0 || !table) throw new Error('Tables that refer to each other in a circle.')
    done.add(table.name)
    ordered.push({ name: table.name, columns: table.columns })
  }
  return ordered
}
