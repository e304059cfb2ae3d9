import { knownLogins, ownerRole, type SessionUser } from '@stockie/contracts'
import { seedAccounts } from '@stockie/prisma/seed'
import type { Pool } from 'pg'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { describeReport } from '#src/http/openapi/resources'
import { toJsonBody } from '#src/http/response-body'

type KnownLogins = {
  /** The accounts that still have the public password of a seed. */
  accounts: SessionUser[]
  /** Whether an owner has another password. */
  hasSafeOwner: boolean
}

/** The hashes have fixed salts, and no other password of an account may be the public one. */
const publicHashes = seedAccounts.map(({ hash }) => hash)

export async function findKnownLogins(database: Pick<Pool, 'query'>): Promise<KnownLogins> {
  const { rows } = await database.query<SessionUser & { isKnown: boolean }>(
    `select id, name, email, role, password_hash = any($1) as "isKnown"
     from users where removed_at is null order by role, id`,
    [publicHashes],
  )
  const known = rows.filter(({ isKnown }) => isKnown)
  const accounts = known.map(({ id, name, email, role }) => ({ id, name, email, role }))
  const hasSafeOwner = rows.some(({ role, isKnown }) => !isKnown && role === ownerRole)
  return { accounts, hasSafeOwner }
}

/**
 * Whether someone asked for the demo, or recorded nothing in it yet. The web app sends a key with each new
 * record, and each sale and purchase moves stock. A seed uses no keys, and moves stock at whole minutes.
 */
export async function isDemoForTrial(
  database: Pick<Pool, 'query'>,
  isSeedChosen: boolean,
): Promise<boolean> {
  if (isSeedChosen) return true
  const { rows } = await database.query<{ hasRecords: boolean }>(
    `select exists (select from idempotency_records) or exists (
       select from (select created_at from stock_movements order by id desc limit 1) as newest
       where extract(milliseconds from created_at) <> 0) as "hasRecords"`,
  )
  return rows[0]?.hasRecords === false
}

/** For the warning in the shell. In a demo for trial, an owner who has the public password knows it. */
function listKnownLogins(pool: Pool, isSeedChosen: boolean): Endpoint {
  return {
    method: 'GET',
    path: knownLogins.path,
    auth: 'role',
    only: { roles: [ownerRole], refusal: 'Only the owner may see which passwords are public.' },
    read: () => undefined,
    async answer({ account }) {
      const { accounts } = await findKnownLogins(pool)
      const isOwn = accounts.some(({ id }) => id === account.id)
      const isKnown = isOwn && (await isDemoForTrial(pool, isSeedChosen))
      return { status: 200, body: toJsonBody(isKnown ? [] : accounts) }
    },
  }
}

export const knownLoginsModule: ApiModule = {
  describe: describeReport(knownLogins, {
    rowName: 'known login',
    operationId: 'listKnownLogins',
    tag: 'Users',
    withoutEtag: true,
    summary: 'List the accounts that still have the public password of the demo',
    description:
      'For the owner only. Empty for an owner who has that password too, as long as the shop is a demo: nothing was recorded since the seed, or `STOCKIE_SEED` is set.',
  }),
  endpoints: ({ pool, isSeedChosen }) => [listKnownLogins(pool, isSeedChosen)],
}
