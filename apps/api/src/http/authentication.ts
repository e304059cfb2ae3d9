import type { IncomingMessage } from 'node:http'
import { allowedRoles, type SessionUser } from '@stockie/contracts'
import type { Pool } from 'pg'
import { readRows } from '#src/database/pool/deadline-pool'
import { accountSql, lacksSecondFactor, passwordChangeRole } from '#src/database/sql/account-lookup'
import { AppError } from '#src/errors'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import { requestAccountId } from './request-context'
import type { SessionActivity } from './session-activity'

export type Accounts = {
  /** The claim of the request's token, or 401. Does not query whether its session still exists. */
  readToken: (request: IncomingMessage) => TokenClaim
  /** The current account of a claim from the database, or 401. */
  find: (claim: TokenClaim) => Promise<SessionUser>
  /** Whether only `find` knows if the account must set up a second factor first. */
  mayLackSecondFactor: (claim: TokenClaim) => boolean
}

const parameters = { userId: '$1', version: '$2', session: '$3' }
const columns = `id, name, email, role, must_change_password as "mustChangePassword",
   second_factor_secret is not null as "secondFactor"`

const findAccount = { name: 'find account', text: accountSql(parameters, columns) }
const findAccountToSetUp = {
  name: 'find account to set up',
  text: accountSql(parameters, `${columns}, ${lacksSecondFactor} as "mustSetUpSecondFactor"`),
}

type Parts = { pool: Pool; tokens: Tokens; activity: Pick<SessionActivity, 'note'> }

export function createAccounts({ pool, tokens, activity }: Parts): Accounts {
  /**
   * The sessions that set up the second factor which their sign-in required. If it is turned off, the account must
   * set up another one after its next sign-in.
   */
  const settled = new WeakSet<TokenClaim>()
  const mayLackSecondFactor = (claim: TokenClaim) =>
    claim.mustSetUpSecondFactor === true && !settled.has(claim)

  function readToken(request: IncomingMessage): TokenClaim {
    const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const claim = token && tokens.verify(token)
    if (!claim) throw unauthenticated()
    requestAccountId.set(request, claim.userId)
    activity.note(claim, request)
    return claim
  }

  /**
   * Reads the account for every request: a logout, a removal, a new password or a new role must apply
   * at once. The last three raise the account's token version, which every token contains.
   */
  async function find(claim: TokenClaim): Promise<SessionUser> {
    const { userId, version, session } = claim
    const isToSetUp = mayLackSecondFactor(claim)
    const values = [userId, version, session]
    const statement = isToSetUp ? findAccountToSetUp : findAccount
    const [account] = await readRows<SessionUser>(pool, { ...statement, values })
    if (!account) throw unauthenticated()
    // Answers name them only if they are true.
    if (!account.mustChangePassword) delete account.mustChangePassword
    if (!account.mustSetUpSecondFactor) delete account.mustSetUpSecondFactor
    if (!account.secondFactor) delete account.secondFactor
    else if (isToSetUp) settled.add(claim)
    return account
  }

  return { readToken, find, mayLackSecondFactor }
}

export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Please log in.')
}

/** Throws 403 for roles that may only sign in, verify and log out. With `only`, for all other roles. */
export function refuseRole(
  role: number,
  only?: { roles: readonly number[]; refusal: string },
): void {
  if (!allowedRoles.includes(role)) throw refusalOf(role)
  if (only && !only.roles.includes(role)) throw new AppError('forbidden', only.refusal)
}

/** The error for the role of an account lookup that may not do anything. Null is that of an ended session. */
export function refusalOf(role: number | null): AppError {
  if (role === null) return unauthenticated()
  if (role === passwordChangeRole) return mustChangePassword()
  return new AppError('forbidden', "You don't have permission to do this.")
}

function mustChangePassword(): AppError {
  return new AppError('password_change_required', 'Please choose a password of your own first.')
}

/** Throws 403 for an account that must do something else before it may use the API. */
export function refuseBeforeFirstStep(account: SessionUser): void {
  if (account.mustChangePassword) throw mustChangePassword()
  if (!account.mustSetUpSecondFactor) return
  const message = 'Please set up a second factor first: the owner requires it.'
  throw new AppError('second_factor_setup_required', message)
}
