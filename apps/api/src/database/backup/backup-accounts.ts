import type { ClientBase } from 'pg'
import { parseBackup } from './load-backup'
import type { Manifest } from './manifest'

export type Account = {
  email: string
  role: number
  passwordHash: string
  /** Of its second factor, encrypted. Null without one, and in a backup of an older version. */
  secret: string | null
  isRemoved: boolean
}

/** Reads the accounts of a database, also the removed ones. Uses only columns that every version has. */
export async function readAccounts(client: ClientBase): Promise<Account[]> {
  const { rows: tables } = await client.query(`select where to_regclass('users') is not null`)
  if (tables.length === 0) return []
  const { rows } = await client.query<Account>(
    `select email, role, password_hash as "passwordHash",
       to_jsonb(users) ->> 'second_factor_secret' as secret, removed_at is not null as "isRemoved"
     from users order by role, id`,
  )
  return rows
}

/** Reads a whole backup as parseBackup does, and returns its manifest and its accounts. */
export async function readBackupAccounts(
  file: string,
): Promise<{ manifest: Manifest; accounts: Account[] }> {
  const accounts: Account[] = []
  const manifest = await parseBackup(file, {
    onTable: async ({ name, columns }, rows) => {
      const chunks: Buffer[] = []
      for await (const chunk of rows) if (name === 'users') chunks.push(Buffer.from(chunk))
      const lines = Buffer.concat(chunks).toString('utf8').split('\n').slice(0, -1)
      accounts.push(...lines.map((line) => parseAccount(columns, line)))
    },
  })
  return { manifest, accounts }
}

/** Parses a row in the text format of COPY, where a tab ends a value and \N is NULL. */
function parseAccount(columns: string[], line: string): Account {
  const values = line.split('\t')
  const text = (column: string) => values[columns.indexOf(column)] ?? ''
  const secret = unescape(text('second_factor_secret'))
  return {
    email: unescape(text('email')),
    role: Number(text('role')),
    passwordHash: unescape(text('password_hash')),
    secret: secret.startsWith('\\x') ? secret : null,
    isRemoved: text('removed_at') !== '\\N',
  }
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const unescape = (value: string) =>
  value.replaceAll(/\\(.)/g, (_, character: string) => escapes[character] ?? character)
