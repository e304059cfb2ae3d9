import { isDeepStrictEqual } from 'node:util'
import { ownerRole, roleName } from '@stockie/contracts'
import { DatabaseError } from 'pg'
import { connectClient } from '#src/database/pool/single-client'
import { type Account, readSignInRules, type SignInRules } from './backup-accounts'
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
  const changed = [...then.values()].flatMap((account) => {
    const isRemoved = removed.has(account.email)
    const differences = listDifferences(account, now.get(account.email), isRemoved)
    if (differences.length === 0) return []
    const sentence = `${differences.map(({ text }) => text).join(', and ')}.`
    const opensAccess = differences.some((difference) => difference.opensAccess)
    return [{ email: account.email, sentence, opensAccess }]
  })
  const closed = [...now.keys()]
    .filter((email) => !then.has(email))
    .map((email) => ({ email, sentence: 'can no longer sign in.', opensAccess: false }))
  return [...changed, ...closed]
}

type Difference = { text: string; opensAccess: boolean }

function listDifferences(
  { role, passwordHash, secret, recoveryHashes }: Account,
  present: Account | undefined,
  isRemoved: boolean,
): Difference[] {
  if (!present) {
    const before = isRemoved
      ? 'was removed, and can sign in again'
      : 'has no account now, and can sign in'
    return [{ text: `${before} as ${roleName(role)}`, opensAccess: true }]
  }
  const differences: (Difference | false)[] = [
    role !== present.role && {
      text: `is ${roleName(role)} instead of ${roleName(present.role)}`,
      opensAccess: true,
    },
    passwordHash !== present.passwordHash && {
      text: 'signs in with another password',
      opensAccess: true,
    },
    present.secret === null &&
      secret !== null && {
        text: 'signs in with a second factor that was turned off',
        opensAccess: false,
      },
    present.secret !== null &&
      secret !== present.secret && {
        text: `signs in ${secret === null ? 'without its second factor' : 'with another second factor'}`,
        opensAccess: true,
      },
    secret !== null &&
      secret === present.secret &&
      recoveryHashes.some((hash) => !present.recoveryHashes.includes(hash)) && {
        text: 'can sign in with recovery codes that were used or replaced',
        opensAccess: true,
      },
  ]
  return differences.filter((difference) => difference !== false)
}

function describeRequirement(present: SignInRules, incoming: SignInRules): string[] {
  if (present.isSecondFactorRequired === incoming.isSecondFactorRequired) return []
  const verb = incoming.isSecondFactorRequired ? 'requires' : 'no longer requires'
  return [`The shop ${verb} a second factor of owners and managers.`]
}

type Review = {
  /** The shop that would be replaced. */
  url: string
  incoming: SignInRules
  choice?: AccountChoice
  log: (line: string) => void
}

type Reviewed = {
  /** The rules of the present shop. Null if they cannot be read. */
  present: SignInRules | null
  /** Whether an account that was removed or changed since could sign in as before. */
  mustChoose: boolean
}

/**
 * Prints which accounts would change, and whether the shop would require a second factor as before. A shop without any record has just been installed, so its restore
 * needs no choice.
 */
export async function reviewAccounts({ url, incoming, choice, log }: Review): Promise<Reviewed> {
  const present = await readPresentRules(url)
  if (present === null) {
    log('The present accounts cannot be read, so they were not compared with those that come back.')
    if (choice === 'keep') throw new BackupError(cannotKeep('they cannot be read'))
    return { present, mustChoose: !choice }
  }
  if (choice === 'keep' && !present.rules.accounts.some(isOwner)) {
    throw new BackupError(cannotKeep('none of them is an owner who can sign in'))
  }
  const changes = compareAccounts(present.rules.accounts, incoming.accounts)
  // An e-mail from a file must not look like a line of its own.
  const oneLine = (email: string) => email.replaceAll(/\s+/g, ' ')
  const lines = [
    ...changes.map(({ email, sentence }) => `${oneLine(email)} ${sentence}`),
    ...describeRequirement(present.rules, incoming),
  ]
  if (lines.length > 0) {
    log(
      choice === 'keep'
        ? 'The accounts stay as they are now. Without --keep-accounts, these would change:'
        : 'With the restored accounts, these change:',
    )
  }
  for (const line of lines) log(`  ${line}`)
  const opensAccess = changes.some((change) => change.opensAccess)
  return {
    present: present.rules,
    mustChoose: !choice && present.hasRecords && opensAccess,
  }
}

/** Fails if an account was changed since the review. A load may take minutes, and the users command still works. */
export async function assertAccountsUnchanged(
  url: string,
  { present }: Pick<Reviewed, 'present'>,
): Promise<void> {
  const now = await readPresentRules(url)
  if (isDeepStrictEqual(now?.rules.accounts, present?.accounts)) return
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

type PresentRules = { rules: SignInRules; hasRecords: boolean }

/** Null if the database is too damaged, or too new, to read its accounts. A restore must still be possible. */
async function readPresentRules(url: string): Promise<PresentRules | null> {
  const client = await connectClient(url)
  try {
    const rules = await readSignInRules(client)
    if (rules.accounts.length === 0) return { rules, hasRecords: false }
    const found = recordTables.map((table) => `exists (select from ${table})`).join(' or ')
    const { rows } = await client.query<{ found: boolean }>(`select ${found} as found`)
    return { rules, hasRecords: rows[0]?.found ?? false }
  } catch (error) {
    if (error instanceof DatabaseError) return null
    throw error
  } finally {
    await client.end()
  }
}
