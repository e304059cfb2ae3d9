import type { ClientBase } from 'pg'
import { parseBackup } from './load-backup'
import type { Manifest } from './manifest'

export type Account = {
  email: string
  role: number
  passwordHash: string
  /** Of its second factor, encrypted. Null without one, and in a backup of an older version. */
  secret: string | null
  /** Of its recovery codes that are still good, in hexadecimal. */
  recoveryHashes: string[]
  isRemoved: boolean
}

/** What decides how the users of a shop sign in. */
export type SignInRules = {
  /** Also the removed ones. */
  accounts: Account[]
  /** Whether the shop requires a second factor of owners and managers. */
  isSecondFactorRequired: boolean
}

/** Reads the rules of a database. Needs only columns that every version has. */
export async function readSignInRules(client: ClientBase): Promise<SignInRules> {
  const isSecondFactorRequired = await readRequirement(client)
  if (!(await hasTable(client, 'users'))) return { accounts: [], isSecondFactorRequired }
  const { rows } = await client.query<Omit<Account, 'recoveryHashes'> & { hashes: string | null }>(
    `select email, role, password_hash as "passwordHash",
       to_jsonb(users) ->> 'second_factor_secret' as secret,
       to_jsonb(users) ->> 'recovery_hashes' as hashes, removed_at is not null as "isRemoved"
     from users order by role, id`,
  )
  const accounts = rows.map(({ hashes, ...account }) => ({
    ...account,
    recoveryHashes: parseHashes(hashes ?? ''),
  }))
  return { accounts, isSecondFactorRequired }
}

/** Whether the shop of a database requires a second factor. A shop of an older version does not. */
export async function readRequirement(client: ClientBase): Promise<boolean> {
  if (!(await hasTable(client, 'shop'))) return false
  const { rowCount } = await client.query('select from shop where second_factor_required')
  return rowCount === 1
}

export async function hasTable(client: ClientBase, table: string): Promise<boolean> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [table])
  return rowCount === 1
}

/** Reads a whole backup as parseBackup does, and returns its manifest and its rules. */
export async function readBackupRules(
  file: string,
): Promise<{ manifest: Manifest; rules: SignInRules }> {
  const rules: SignInRules = { accounts: [], isSecondFactorRequired: false }
  const manifest = await parseBackup(file, {
    onTable: async ({ name, columns }, rows) => {
      const isRead = name === 'users' || name === 'shop'
      const chunks: Buffer[] = []
      for await (const chunk of rows) if (isRead) chunks.push(Buffer.from(chunk))
      const lines = Buffer.concat(chunks).toString('utf8').split('\n').slice(0, -1)
      const texts = lines.map((line) => parseLine(columns, line))
      if (name === 'users') rules.accounts = texts.map(parseAccount)
      if (name === 'shop') {
        rules.isSecondFactorRequired = texts.some((text) => text('second_factor_required') === 't')
      }
    },
  })
  return { manifest, rules }
}

type ColumnText = (column: string) => string

/** Parses a row in the text format of COPY, where a tab ends a value and \N is NULL. */
function parseLine(columns: string[], line: string): ColumnText {
  const values = line.split('\t')
  return (column) => values[columns.indexOf(column)] ?? ''
}

function parseAccount(text: ColumnText): Account {
  const secret = unescape(text('second_factor_secret'))
  return {
    email: unescape(text('email')),
    role: Number(text('role')),
    passwordHash: unescape(text('password_hash')),
    secret: secret.startsWith('\\x') ? secret : null,
    recoveryHashes: parseHashes(text('recovery_hashes')),
    isRemoved: text('removed_at') !== '\\N',
  }
}

/** Finds the values of a bytea[] in JSON or in the text format of COPY, which escape the backslash of \x differently. */
const parseHashes = (text: string) => text.match(/(?<=x)[\da-f]+/g) ?? []

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const unescape = (value: string) =>
  value.replaceAll(/\\(.)/g, (_, character: string) => escapes[character] ?? character)
