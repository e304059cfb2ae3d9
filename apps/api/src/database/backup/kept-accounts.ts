import { type ClientBase, DatabaseError } from 'pg'
import { connectClient } from '#src/database/pool/single-client'
import { BackupError } from './maintenance-lock'

type Row = {
  id: number
  name: string
  email: string
  role: number
  password_hash: string
  must_change_password: boolean
  version: number
  created_at: Date
  updated_at: Date
  removed_at: Date | null
}

/**
 * Replaces the accounts of the second database by those of the first. Records keep their user: an account
 * of both keeps the id that it has in the second. An account of the second alone stays as a removed one. An
 * account of the first alone gets an id that no record refers to.
 */
export async function keepAccounts(from: string, to: string): Promise<void> {
  const kept = await readRows(from)
  const client = await connectClient(to)
  try {
    await client.query('begin')
    await replaceAccounts(client, kept)
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
    if (match !== undefined) await updateRow(client, match, row)
    else await insertRow(client, used.has(row.id) ? ++highest : row.id, row)
  }
  await client.query(
    `select setval(sequence, greatest(nextval(sequence), (select max(id) from users)))
     from pg_get_serial_sequence('users', 'id') as sequence`,
  )
}

async function readRows(url: string): Promise<Row[]> {
  const client = await connectClient(url)
  try {
    return await selectRows(client)
  } finally {
    await client.end()
  }
}

async function selectRows(client: ClientBase): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select id, name, email, role, password_hash, must_change_password, version, created_at,
       updated_at, removed_at
     from users order by id`,
  )
  return rows
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

const listValues = (row: Row) => [
  row.name,
  row.email,
  row.role,
  row.password_hash,
  row.must_change_password,
  row.version,
  row.created_at,
  row.updated_at,
  row.removed_at,
]

async function updateRow(client: ClientBase, id: number, row: Row): Promise<void> {
  await client.query(
    `update users set name = $2, email = $3, role = $4, password_hash = $5,
       must_change_password = $6, version = $7, created_at = $8, updated_at = $9, removed_at = $10
     where id = $1`,
    [id, ...listValues(row)],
  )
}

async function insertRow(client: ClientBase, id: number, row: Row): Promise<void> {
  await client.query(
    `insert into users
       (id, name, email, role, password_hash, must_change_password, version, created_at, updated_at,
        removed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, ...listValues(row)],
  )
}
