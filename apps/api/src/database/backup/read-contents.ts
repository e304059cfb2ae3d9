import type { ClientBase } from 'pg'
import { escapeIdentifier } from 'pg'
import type { Contents, Sequence, Table } from './manifest'
import { readFigures } from './read-figures'
import { readTables, type TableShape } from './read-tables'

/** Everything by which two databases can be told to hold the same. */
export async function readContents(client: ClientBase): Promise<Contents> {
  const tables: Table[] = []
  for (const shape of await readTables(client)) tables.push(await readTable(client, shape))
  return { figures: await readFigures(client), tables, sequences: await readSequences(client) }
}

async function readTable(client: ClientBase, shape: TableShape): Promise<Table> {
  const columns = shape.columns.map((column) => escapeIdentifier(column)).join(', ')
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*) as rows, coalesce(sum(
       ('x' || left(encode(sha256(convert_to(row(${columns})::text, 'UTF8')), 'hex'), 16))
         ::bit(64)::bigint), 0)::text as digest
     from ${escapeIdentifier(shape.name)}`,
  )
  return { ...shape, rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? '' }
}

/** A sequence belongs to no snapshot: read after one was taken, it is beyond every id of it. */
async function readSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows: found } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S'
     order by relname collate "C"`,
  )
  const sequences: Sequence[] = []
  for (const { name } of found) {
    const { rows } = await client.query<Sequence>(
      `select $1 as name, last_value::text as "lastValue", is_called as "isCalled"
       from ${escapeIdentifier(name)}`,
      [name],
    )
    sequences.push(...rows)
  }
  return sequences
}
