import { isDeepStrictEqual } from 'node:util'
import { type Client, type ClientBase, escapeIdentifier } from 'pg'
import { findPending, readHistory, readMigrations } from '#src/database/migrations/history'
import { connectClient } from '#src/database/pool/single-client'
import type { OnRows } from './backup-progress'
import type { Contents, Figures, Sequence, Table } from './manifest'

const formatNumber = (value: number) => value.toLocaleString('en')

/** Describes each difference between the manifest and the restored database. Empty if there is none. */
export function compareContents(written: Contents, restored: Contents): string[] {
  return [
    ...compareTables(written.tables, restored.tables),
    ...compareFigures(written.figures, restored.figures),
    ...compareSequences(written.sequences, restored.sequences),
  ]
}

function compareTables(written: Contents['tables'], restored: Contents['tables']): string[] {
  const restoredByName = new Map(restored.map((table) => [table.name, table]))
  const writtenNames = new Set(written.map((table) => table.name))
  const missing = restored.filter(({ name }) => !writtenNames.has(name))
  return [
    ...missing.map(({ name }) => `${name}: not in the file`),
    ...written.flatMap(({ name, columns, rows, digest }) => {
      const table = restoredByName.get(name)
      if (!table) return [`${name}: no such table`]
      if (!isDeepStrictEqual(columns, table.columns)) return [`${name}: other columns`]
      if (rows !== table.rows) {
        return [
          `${name}: ${formatNumber(rows)} rows in the file, ${formatNumber(table.rows)} restored`,
        ]
      }
      return digest === table.digest ? [] : [`${name}: the rows differ from those in the file`]
    }),
  ]
}

function compareFigures(written: Contents['figures'], restored: Contents['figures']): string[] {
  const restoredByName = new Map(Object.entries(restored))
  return Object.entries(written)
    .filter(([name, value]) => restoredByName.get(name) !== value)
    .map(([name, value]) => `${name}: ${value} in the file, ${restoredByName.get(name)} restored`)
}

function compareSequences(
  written: Contents['sequences'],
  restored: Contents['sequences'],
): string[] {
  const restoredByName = new Map(restored.map((sequence) => [sequence.name, sequence]))
  return written
    .filter((sequence) => !isDeepStrictEqual(sequence, restoredByName.get(sequence.name)))
    .map(({ name }) => `${name}: the next id differs`)
}

/** Reads the figures, table digests and sequences. Two databases with equal contents hold the same shop. */
export async function readContents(client: ClientBase, onRows?: OnRows): Promise<Contents> {
  const tables: Table[] = []
  for (const shape of await readTables(client)) {
    const table = await readTable(client, shape)
    onRows?.(table.rows)
    tables.push(table)
  }
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

/** Sequences ignore snapshots. A value that is read after the snapshot began covers every id in it. */
async function readSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S'
     order by relname collate "C"`,
  )
  const sequences: Sequence[] = []
  for (const { name } of names) {
    const { rows } = await client.query<Sequence>(
      `select $1 as name, last_value::text as "lastValue", is_called as "isCalled"
       from ${escapeIdentifier(name)}`,
      [name],
    )
    sequences.push(...rows)
  }
  return sequences
}

const countAlive = (table: string) =>
  `(select count(*)::integer from ${table} where deleted_at is null) as ${table}`
const sumAlive = (table: string, column: string) =>
  `(select coalesce(sum(${column}), 0)::numeric(40, 2)::text from ${table} where deleted_at is null)
     as "${table}Total"`

/** Uses only tables and columns that every version since the first has. */
export async function readFigures(client: ClientBase): Promise<Figures> {
  const { rows } = await client.query<Figures>(
    `select (select count(*)::integer from users where removed_at is null) as accounts,
       ${['customers', 'suppliers', 'products', 'sales', 'purchases', 'expenses'].map(countAlive).join()},
       ${sumAlive('sales', 'total_amount')}, ${sumAlive('purchases', 'total_amount')},
       ${sumAlive('expenses', 'amount')},
       (select coalesce(sum(stock), 0)::float8 from products) as stock,
       (select coalesce(sum(delta), 0)::float8 from stock_movements) as ledger,
       (select count(*)::integer from products
        left join (select product_id, sum(delta) as sum from stock_movements group by 1) as moved
          on product_id = id
        where stock <> coalesce(sum, 0)) as drifted`,
  )
  const [figures] = rows
  if (!figures) throw new Error('A reading of the figures has one row, always.')
  return figures
}

export type TableShape = { name: string; columns: string[] }

/**
 * The manifest holds the history, and the migrations say which versions they serve. Failed logins are not worth a
 * backup, and no session outlives a restore. A backup would find its own job still running, and servers that are gone.
 * The rows of an uploaded file are kept for a day only.
 */
const excludedTables = [
  '_prisma_migrations',
  'served_versions',
  'servers',
  'login_throttle',
  'ended_sessions',
  'sessions',
  'backup_jobs',
  'download_tickets',
  'import_rows',
  'import_plans',
]

/** Reads the tables from the catalogue, so it works with any version. A referenced table comes first. */
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
    [excludedTables],
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

/** Reads the figures of a database. Null if it holds no shop. Throws if this version cannot work with it. */
export async function readShopFigures(url: string): Promise<Figures | null> {
  const client = await connectClient(url)
  try {
    const history = await readHistory(client)
    if (!history?.length) return null
    findPending(await readMigrations(), history)
    return await readFigures(client)
  } finally {
    await client.end()
  }
}

/**
 * Opens a connection that prints every value in the same format on every server, without time limits for
 * statements. An abort closes the connection, which ends the running statement.
 */
export async function openPortableSession(url: string, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted()
  const client = await connectClient(url, { application_name: 'stockie-backup' })
  const disconnect = () => void client.end().catch(() => {})
  signal.addEventListener('abort', disconnect)
  client.once('end', () => signal.removeEventListener('abort', disconnect))
  await client.query(`
    set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
    set bytea_output to 'hex'; set extra_float_digits to 1; set row_security to off;
    set lock_timeout to '5min';
    select set_config(name, '0', false) from pg_settings where name in
      ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`)
  return client
}
