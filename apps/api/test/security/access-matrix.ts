import { createUsers } from '#src/modules/users/users.service'
import { createPasswords } from '#src/security/passwords'
import { createTokens } from '#src/security/tokens'
import { type TestApi, testSecret } from '#test/support/test-api'
import { giveSession, password } from '#test/support/test-users'

/** The kinds of callers: signed-in accounts by role, and callers without a valid token. */
export const roles = [1, 2, 3, 4, 2_147_483_647] as const
export const invalidCallers = [
  'no token',
  'a malformed token',
  'an expired token',
  'a removed account',
  'a token from before the password changed',
  'a token from before the role changed',
  'a token that was logged out of',
] as const

export type Caller = (typeof roles)[number] | (typeof invalidCallers)[number]

/** Returns the status that a caller must get. */
export type Access = (caller: Caller) => number

const isInvalid = (caller: Caller) => typeof caller === 'string'
const only =
  (allowed: readonly number[]) =>
  (status: number): Access =>
  (caller) => {
    if (isInvalid(caller)) return 401
    return allowed.includes(caller) ? status : 403
  }

export const everyone =
  (status: number): Access =>
  () =>
    status
export const signedIn = only(roles)
export const staff = only([1, 2, 3])
export const owner = only([1])
export const management = only([1, 2])

/** Every served route and who may call it. */
export const routeAccess: Record<string, Access> = {
  'GET /livez': everyone(200),
  'GET /readyz': everyone(200),
  'GET /api/v1/openapi.json': everyone(200),
  'POST /api/v1/auth/login': everyone(200),
  'POST /api/v1/auth/verify': signedIn(200),
  'POST /api/v1/auth/logout': signedIn(204),
  'POST /api/v1/auth/password': staff(200),
  'GET /api/v1/auth/sessions': staff(200),
  'DELETE /api/v1/auth/sessions/{id}': staff(204),
  'POST /api/v1/auth/sessions/end-others': staff(200),
  'POST /api/v1/auth/second-factor': staff(200),
  // These accounts have no second factor.
  'POST /api/v1/auth/second-factor/confirm': staff(409),
  'POST /api/v1/auth/second-factor/recovery-codes': staff(409),
  'DELETE /api/v1/auth/second-factor': staff(409),
  'GET /api/v1/users': owner(200),
  'POST /api/v1/users': owner(201),
  'PUT /api/v1/users/{id}': owner(200),
  'DELETE /api/v1/users/{id}': owner(204),
  'POST /api/v1/users/{id}/password': owner(200),
  'DELETE /api/v1/users/{id}/sessions': owner(200),
  'DELETE /api/v1/users/{id}/second-factor': owner(204),
  'GET /api/v1/users/known-logins': owner(200),
  'GET /api/v1/shop': staff(200),
  'PUT /api/v1/shop': owner(200),
  'GET /api/v1/books': staff(200),
  'PUT /api/v1/books': owner(200),
  'GET /api/v1/shop/logo': staff(200),
  'PUT /api/v1/shop/logo': owner(200),
  'DELETE /api/v1/shop/logo': owner(200),
  'GET /api/v1/imports': management(200),
  'POST /api/v1/imports': management(201),
  'GET /api/v1/imports/{id}': management(200),
  'PUT /api/v1/imports/{id}': management(200),
  'POST /api/v1/imports/{id}/commit': management(202),
  'POST /api/v1/imports/{id}/revert': management(202),
  'GET /api/v1/imports/{id}/refused': management(200),
  'GET /api/v1/backups': owner(200),
  'GET /api/v1/backups/status': owner(200),
  'GET /api/v1/backups/jobs': owner(200),
  'GET /api/v1/backups/jobs/{id}': owner(200),
  'POST /api/v1/backups': owner(202),
  'POST /api/v1/backups/{id}/ticket': owner(201),
  'POST /api/v1/export/ticket': owner(201),
  'GET /api/v1/downloads/{id}': everyone(200),
  'GET /api/v1/products': staff(200),
  'POST /api/v1/products': staff(201),
  'PUT /api/v1/products/{id}': staff(200),
  'DELETE /api/v1/products/{id}': staff(204),
  'DELETE /api/v1/products/bulk': staff(200),
  'POST /api/v1/products/restore': staff(200),
  'GET /api/v1/categories': staff(200),
  'POST /api/v1/categories': staff(201),
  'PUT /api/v1/categories/{id}': staff(200),
  'DELETE /api/v1/categories/{id}': staff(204),
  'DELETE /api/v1/categories/bulk': staff(200),
  'POST /api/v1/categories/restore': staff(200),
  'GET /api/v1/sales': staff(200),
  'GET /api/v1/sales/{id}': staff(200),
  'POST /api/v1/sales': staff(201),
  'DELETE /api/v1/sales/{id}': staff(204),
  'DELETE /api/v1/sales/bulk': staff(200),
  'POST /api/v1/sales/restore': staff(200),
  'POST /api/v1/sales/{id}/returns': staff(201),
  'GET /api/v1/returns': staff(200),
  'DELETE /api/v1/returns/{id}': staff(204),
  'DELETE /api/v1/returns/bulk': staff(200),
  'POST /api/v1/returns/restore': staff(200),
  'GET /api/v1/day-sheets': staff(200),
  'POST /api/v1/day-sheets': staff(201),
  'GET /api/v1/parked-sales': staff(200),
  'POST /api/v1/parked-sales': staff(201),
  'POST /api/v1/parked-sales/{id}/take': staff(200),
  'DELETE /api/v1/parked-sales/{id}': staff(204),
  'DELETE /api/v1/parked-sales/bulk': staff(200),
  'POST /api/v1/parked-sales/restore': staff(200),
  'GET /api/v1/purchases': staff(200),
  'POST /api/v1/purchases': staff(201),
  'DELETE /api/v1/purchases/{id}': staff(204),
  'DELETE /api/v1/purchases/bulk': staff(200),
  'POST /api/v1/purchases/restore': staff(200),
  'GET /api/v1/customers': staff(200),
  'POST /api/v1/customers': staff(201),
  'PUT /api/v1/customers/{id}': staff(200),
  'DELETE /api/v1/customers/{id}': staff(204),
  'DELETE /api/v1/customers/bulk': staff(200),
  'POST /api/v1/customers/restore': staff(200),
  'GET /api/v1/suppliers': staff(200),
  'POST /api/v1/suppliers': staff(201),
  'PUT /api/v1/suppliers/{id}': staff(200),
  'DELETE /api/v1/suppliers/{id}': staff(204),
  'DELETE /api/v1/suppliers/bulk': staff(200),
  'POST /api/v1/suppliers/restore': staff(200),
  'GET /api/v1/expenses': staff(200),
  'POST /api/v1/expenses': staff(201),
  'PUT /api/v1/expenses/{id}': staff(200),
  'DELETE /api/v1/expenses/{id}': staff(204),
  'DELETE /api/v1/expenses/bulk': staff(200),
  'POST /api/v1/expenses/restore': staff(200),
  'GET /api/v1/expense-categories': staff(200),
  'POST /api/v1/expense-categories': staff(201),
  'PUT /api/v1/expense-categories/{id}': staff(200),
  'DELETE /api/v1/expense-categories/{id}': staff(204),
  'DELETE /api/v1/expense-categories/bulk': staff(200),
  'POST /api/v1/expense-categories/restore': staff(200),
  'GET /api/v1/customers/{id}/history': staff(200),
  'GET /api/v1/customers/{id}/history/summary': staff(200),
  'GET /api/v1/suppliers/{id}/history': staff(200),
  'GET /api/v1/suppliers/{id}/history/summary': staff(200),
  'GET /api/v1/products/{id}/history': staff(200),
  'GET /api/v1/products/{id}/lines': staff(200),
  'GET /api/v1/products/{id}/movements': staff(200),
  'GET /api/v1/products/{id}/prices': staff(200),
  'GET /api/v1/products/summary': staff(200),
  'GET /api/v1/reports/profit-summary': staff(200),
  'GET /api/v1/reports/daily': staff(200),
  'GET /api/v1/reports/changes-since': staff(200),
  'GET /api/v1/reports/sales-breakdown': staff(200),
  'GET /api/v1/reports/reorder': staff(200),
  'GET /api/v1/reports/adjustments': staff(200),
  'GET /api/v1/reports/margin': staff(200),
  'GET /api/v1/stock/reconcile': staff(200),
  'GET /api/v1/stock-counts': staff(200),
  'POST /api/v1/stock-counts': staff(201),
  'GET /api/v1/stock-counts/{id}': staff(200),
  'PUT /api/v1/stock-counts/{id}/products/{productId}': staff(200),
  'POST /api/v1/stock-counts/{id}/discard': staff(200),
  'POST /api/v1/stock-counts/{id}/reopen': staff(200),
  'POST /api/v1/stock-counts/{id}/finish': staff(200),
  'POST /api/v1/stock-counts/{id}/post': management(200),
  'POST /api/v1/stock-counts/{id}/undo': management(200),
  // The example asks for one record. activity-list.test.ts tests what only the owner may ask.
  'GET /api/v1/activity': staff(200),
  'GET /api/v1/activity/users': owner(200),
  'GET /api/v1/deleted': owner(200),
  'GET /api/v1/changes': staff(200),
}

/**
 * Unserved routes. Callers without permission for a resource must not learn that the route does not exist.
 */
export const unservedRouteAccess: Record<string, Access> = {
  'GET /nothing': everyone(404),
  'POST /livez': everyone(404),
  'GET /api/v1': everyone(404),
  'GET /api/v1/nothing': everyone(404),
  'GET /api/v1/auth/login': everyone(404),
  'GET /api/v1/auth/verify': everyone(404),
  'GET /api/v1/users/1': staff(404),
  'GET /api/v1/metrics': everyone(404),
  'PATCH /api/v1/customers/1': staff(404),
  'DELETE /api/v1/sales': staff(404),
  'PUT /api/v1/sales/1': staff(404),
  'GET /api/v1/purchases/1': staff(404),
  'POST /api/v1/stock/reconcile': staff(404),
}

type InvalidCaller = (typeof invalidCallers)[number]

export type Callers = {
  /** Creates a new account with the password of the document's examples and returns its token. */
  createToken: (role: number) => Promise<string>
  /** A token per kind of invalid caller. */
  invalidTokens: Record<InvalidCaller, string>
}

/**
 * Creates the callers. Accounts reuse the owner's password hash, so that the document's examples work for
 * them.
 */
export async function createCallers(api: TestApi): Promise<Callers> {
  const { pool, tokens, call } = api
  let accountCount = 0

  async function insert(role: number): Promise<{ id: number; email: string; token: string }> {
    accountCount += 1
    const email = `caller-${accountCount}@stockie.test`
    const { rows } = await pool.query<{ id: number }>(
      `insert into users (name, email, role, password_hash, token_version)
       select $1, $1, $2, password_hash, 0 from users where id = 1 returning id`,
      [email, role],
    )
    const id = Number(rows[0]?.id)
    return { id, email, token: tokens.sign({ userId: id, version: 0 }) }
  }

  const passwords = createPasswords()
  const users = createUsers({ pool, passwords })
  const [removed, changed, demoted, gone] = [
    await insert(1),
    await insert(1),
    await insert(1),
    await insert(1),
  ]
  await users.remove({ email: removed.email })
  await users.setPassword(changed.email, password)
  await users.changeRole(demoted.email, 3)
  await call('/auth/logout', { method: 'POST', token: gone.token })
  await passwords.close()
  const expired = createTokens({ secret: testSecret, ttl: -1 })

  return {
    createToken: async (role) => {
      const { id, token } = await insert(role)
      await giveSession(pool, id)
      return token
    },
    invalidTokens: {
      'no token': '',
      'a malformed token': 'a.b.c',
      'an expired token': expired.sign({ userId: 1, version: 0 }),
      'a removed account': removed.token,
      'a token from before the password changed': changed.token,
      'a token from before the role changed': demoted.token,
      'a token that was logged out of': gone.token,
    },
  }
}
