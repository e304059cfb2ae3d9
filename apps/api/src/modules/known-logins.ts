import { knownLogins, ownerRole, type SessionUser } from '@stockie/contracts'
import { seedAccounts } from '@stockie/prisma/seed'
import type { Pool } from 'pg'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { describeReport } from '#src/http/openapi/resources'
import { toJsonBody } from '#src/http/response-body'

type KnownLogins = {
  /** The accounts that still have the public password of a seed. */
  accounts: SessionUser[]
  /** Whether no owner has another password: then the shop is a demo. */
  isDemo: boolean
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
  const isDemo = rows.every(({ role, isKnown }) => isKnown || role !== ownerRole)
  return { accounts, isDemo }
}

/** For the warning in the shell. An owner who has the public password knows it. */
function listKnownLogins(pool: Pool): Endpoint {
  return {
    method: 'GET',
    path: knownLogins.path,
    auth: 'role',
    only: { role: ownerRole, refusal: 'Only the owner may see which passwords are public.' },
    read: () => undefined,
    async answer({ account }) {
      const { accounts } = await findKnownLogins(pool)
      const isOwn = accounts.some(({ id }) => id === account.id)
      return { status: 200, body: toJsonBody(isOwn ? [] : accounts) }
    },
  }
}

export const knownLoginsModule: ApiModule = {
  describe: describeReport(knownLogins, {
    rowName: 'known login',
    operationId: 'listKnownLogins',
    tag: 'Users',
    isAudit: true,
    summary: 'List the accounts that still have the public password of the demo',
    description:
      'For the owner only. Empty for an owner who has that password too, as in the demo.',
  }),
  endpoints: ({ pool }) => [listKnownLogins(pool)],
}
