import { type ClientBase, DatabaseError } from 'pg'
import { connectClient } from '#src/database/pool/single-client'
import { hasTable, readRequirement } from './backup-accounts'
import { BackupError } from './maintenance-lock'

/** All of an account except its id and its token version, which ends every session. */
const columns = [
  'name',
  'email',
  'role',
  'password_hash',
  'must_change_password',
  'version',
  'second_factor_secret',
  'second_factor_pending',
  'second_factor_step',
  'recovery_salt',
  'recovery_hashes',
  'created_at',
  'updated_at',
  'removed_at',
] as const

type Column = (typeof columns)[number]

/** Values of an account whose shop lacks the column. */
const defaults: Partial<Record<Column, unknown>> = {
  must_change_password: false,
  version: 1,
  second_factor_secret: null,
  second_factor_pending: null,
  second_factor_step: null,
  recovery_salt: null,
  recovery_hashes: null,
}

/** An account that lost one of them could be used by others. */
const protections: Column[] = ['must_change_password', 'second_factor_secret']

type Row = Record<Column, unknown> & {
  id: number
  email: string
  created_at: Date
  removed_at: Date | null
}

/**
 * Replaces the accounts of the second database by those of the first, and whether it requires a second factor. Records keep their user: an account
 * of both keeps the id that it has in the second. An account of the second alone stays as a removed one. An
 * account of the first alone gets an id that no record refers to.
 */
export async function keepAccounts(from: string, to: string): Promise<void> {
  const { kept, isRequired } = await readKept(from)
  const client = await connectClient(to)
  try {
    // The accounts stay as they are, so no activity tells of a change, and they keep their versions.
    await client.query('begin; alter table users disable trigger user')
    await replaceAccounts(client, kept)
    await client.query('alter table users enable trigger user')
    await keepRequirement(client, isRequired)
    await client.query('commit')
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new BackupError(
      `The present accounts do not fit the restored shop (${error.message}): use --restore-accounts instead.`,
      error,
    )
  } finally {
    // Also rolls back after a failure.
    await client.end()
  }
}

async function replaceAccounts(client: ClientBase, kept: Row[]): Promise<void> {
  const writes = await prepareWrites(client, kept)
  const present = await selectRows(client)
  // Frees the e-mails, which are unique among the accounts that can sign in.
  await client.query(
    'update users set removed_at = now(), updated_at = now() where removed_at is null',
  )
  const matches = matchRows(kept, present)
  const used = new Set(present.map(({ id }) => id))
  let highest = Math.max(0, ...used, ...kept.map(({ id }) => id))
  for (const row of kept) {
    const match = matches.get(row)
    if (match !== undefined) await writes.update(match, row)
    else await writes.insert(used.has(row.id) ? ++highest : row.id, row)
  }
  await client.query(
    `select setval(sequence, greatest(nextval(sequence), (select max(id) from users)))
     from pg_get_serial_sequence('users', 'id') as sequence`,
  )
}

async function keepRequirement(client: ClientBase, isRequired: boolean): Promise<void> {
  if ((await readRequirement(client)) === isRequired) return
  if (!(await hasTable(client, 'shop'))) throw olderShopError()
  await client.query(
    `insert into shop (second_factor_required, version) values ($1, 2)
     on conflict (id) do update set second_factor_required = $1, updated_at = now()`,
    [isRequired],
  )
}

async function readKept(url: string): Promise<{ kept: Row[]; isRequired: boolean }> {
  const client = await connectClient(url)
  try {
    return { kept: await selectRows(client), isRequired: await readRequirement(client) }
  } finally {
    await client.end()
  }
}

/** An older shop lacks some of the columns. */
async function selectRows(client: ClientBase): Promise<Row[]> {
  const names = (await readColumns(client)).join(', ')
  const { rows } = await client.query<Row>(`select id, ${names} from users order by id`)
  return rows.map((row) => ({ ...defaults, ...row }))
}

async function readColumns(client: ClientBase): Promise<Column[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = 'users'`,
  )
  return columns.filter((column) => rows.some(({ name }) => name === column))
}

/** The surest signs first. Several removed accounts may have the same e-mail, and one active account. */
const signs: ((one: Row, other: Row) => boolean)[] = [
  (one, other) => one.id === other.id && one.created_at.getTime() === other.created_at.getTime(),
  (one, other) => one.id === other.id && one.email === other.email,
  (one, other) => one.email === other.email && !one.removed_at && !other.removed_at,
  (one, other) => one.email === other.email,
]

/** The id in the other database of each account that is also there. */
function matchRows(kept: Row[], present: Row[]): Map<Row, number> {
  const matches = new Map<Row, number>()
  const free = new Set(present)
  for (const isSame of signs) {
    for (const row of kept) {
      const match = !matches.has(row) && [...free].find((other) => isSame(row, other))
      if (!match) continue
      matches.set(row, match.id)
      free.delete(match)
    }
  }
  return matches
}

/** Writes the columns that the shop has. Fails if it cannot keep a second factor or a one-time password. */
async function prepareWrites(client: ClientBase, kept: Row[]) {
  const present = await readColumns(client)
  const missing = protections.filter((column) => !present.includes(column))
  if (kept.some((row) => missing.some((column) => row[column] !== defaults[column]))) {
    throw olderShopError()
  }
  const names = present.join(', ')
  const places = present.map((_column, index) => `$${index + 2}`).join(', ')
  const valuesOf = (id: number, row: Row) => [id, ...present.map((column) => row[column])]
  return {
    update: (id: number, row: Row) =>
      client.query(`update users set (${names}) = row(${places}) where id = $1`, valuesOf(id, row)),
    insert: (id: number, row: Row) =>
      client.query(`insert into users (id, ${names}) values ($1, ${places})`, valuesOf(id, row)),
  }
}

const olderShopError = () =>
  new BackupError(
    'The former shop is of an older version, which cannot hold the present accounts: use --restore-accounts instead.',
  )
