import { isDeepStrictEqual } from 'node:util'
import { ownerRole, roleName } from '@stockie/contracts'
import { DatabaseError } from 'pg'
import { connectClient } from '#src/database/pool/single-client'
import { type Account, readAccounts } from './backup-accounts'
import { BackupError } from './maintenance-lock'

/** The user's choice: the present accounts stay, or those of the backup come back. */
export type AccountChoice = 'keep' | 'restore' | undefined

type AccountChange = { email: string; sentence: string; opensAccess: boolean }

/**
 * Compares the accounts that can sign in, by their e-mails: ids start again after a reset. Passwords are
 * compared by their hashes, which never leave this function.
 */
function compareAccounts(present: Account[], incoming: Account[]): AccountChange[] {
  const active = (accounts: Account[]) =>
    new Map(accounts.filter(({ isRemoved }) => !isRemoved).map((each) => [each.email, each]))
  const [now, then] = [active(present), active(incoming)]
  const removed = new Set(present.map(({ email }) => email))
  const opened = [...then.values()].flatMap((account) => {
    const sentence = describeAccess(account, now.get(account.email), removed.has(account.email))
    return sentence ? [{ email: account.email, sentence, opensAccess: true }] : []
  })
  const closed = [...now.keys()]
    .filter((email) => !then.has(email))
    .map((email) => ({ email, sentence: 'can no longer sign in.', opensAccess: false }))
  return [...opened, ...closed]
}

function describeAccess(
  { role, passwordHash, secret }: Account,
  present: Account | undefined,
  isRemoved: boolean,
): string | undefined {
  if (!present) {
    return isRemoved
      ? `was removed, and can sign in again as ${roleName(role)}.`
      : `has no account now, and can sign in as ${roleName(role)}.`
  }
  const another = secret === null ? 'without its second factor' : 'with another second factor'
  const changes = [
    ...(role === present.role ? [] : [`is ${roleName(role)} instead of ${roleName(present.role)}`]),
    ...(passwordHash === present.passwordHash ? [] : ['signs in with another password']),
    // An account that has no second factor now loses nothing.
    ...(present.secret === null || secret === present.secret ? [] : [`signs in ${another}`]),
  ]
  return changes.length > 0 ? `${changes.join(', and ')}.` : undefined
}

type Review = {
  /** The shop that would be replaced. */
  url: string
  incoming: Account[]
  choice?: AccountChoice
  log: (line: string) => void
}

type Reviewed = {
  /** The accounts of the present shop. Null if they cannot be read. */
  present: Account[] | null
  /** Whether an account that was removed or changed since could sign in as before. */
  mustChoose: boolean
}

/**
 * Prints which accounts would change. A shop without any record has just been installed, so its restore
 * needs no choice.
 */
export async function reviewAccounts({ url, incoming, choice, log }: Review): Promise<Reviewed> {
  const present = await readPresentAccounts(url)
  if (present === null) {
    log('The present accounts cannot be read, so they were not compared with those that come back.')
    if (choice === 'keep') throw new BackupError(cannotKeep('they cannot be read'))
    return { present, mustChoose: !choice }
  }
  if (choice === 'keep' && !present.accounts.some(isOwner)) {
    throw new BackupError(cannotKeep('none of them is an owner who can sign in'))
  }
  const changes = compareAccounts(present.accounts, incoming)
  if (changes.length > 0) {
    log(
      choice === 'keep'
        ? 'The accounts stay as they are now. Without --keep-accounts, these would change:'
        : 'With the restored accounts, these change:',
    )
  }
  // An e-mail from a file must not look like a line of its own.
  const oneLine = (email: string) => email.replaceAll(/\s+/g, ' ')
  for (const { email, sentence } of changes) log(`  ${oneLine(email)} ${sentence}`)
  const opensAccess = changes.some((change) => change.opensAccess)
  return {
    present: present.accounts,
    mustChoose: !choice && present.hasRecords && opensAccess,
  }
}

/** Fails if an account was changed since the review. A load may take minutes, and the users command still works. */
export async function assertAccountsUnchanged(
  url: string,
  { present }: Pick<Reviewed, 'present'>,
): Promise<void> {
  const now = await readPresentAccounts(url)
  if (isDeepStrictEqual(now?.accounts ?? null, present)) return
  throw new BackupError(
    'An account was changed during the restore, so the present shop was not replaced: run this again.',
  )
}

const isOwner = ({ role, isRemoved }: Account) => role === ownerRole && !isRemoved

const cannotKeep = (reason: string) =>
  `The present accounts cannot be kept, because ${reason}: use --restore-accounts instead.`

/** Said when the user has to choose. */
export const accountChoices =
  'Add --keep-accounts to keep the accounts as they are now, or --restore-accounts to bring back those above with their former roles and passwords.'

const recordTables = ['customers', 'suppliers', 'products', 'sales', 'purchases', 'expenses']

type PresentAccounts = { accounts: Account[]; hasRecords: boolean }

/** Null if the database is too damaged, or too new, to read its accounts. A restore must still be possible. */
async function readPresentAccounts(url: string): Promise<PresentAccounts | null> {
  const client = await connectClient(url)
  try {
    const accounts = await readAccounts(client)
    if (accounts.length === 0) return { accounts, hasRecords: false }
    const found = recordTables.map((table) => `exists (select from ${table})`).join(' or ')
    const { rows } = await client.query<{ found: boolean }>(`select ${found} as found`)
    return { accounts, hasRecords: rows[0]?.found ?? false }
  } catch (error) {
    if (error instanceof DatabaseError) return null
    throw error
  } finally {
    await client.end()
  }
}
