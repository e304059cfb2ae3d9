import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { apiRoot, type SessionUser } from '@stockie/contracts'
import { deadline, withDeadline } from '#src/database/pool/deadline-pool'
import { AppError } from '#src/errors'
import type { TokenClaim } from '#src/security/tokens'
import { type Accounts, refuseRole } from './authentication'
import { retryOnConflict } from './conflict-retry'
import type { Answer, ApiRequest, Call, Endpoint } from './endpoint'
import type { Fail } from './problem'
import { maxBodyBytes, readJson } from './request-body'
import { sendBody } from './response-body'

/** Answers a request to the API's root or below and returns true; returns false for any other address. */
export type ApiRouter = (request: IncomingMessage, response: ServerResponse) => boolean

type Parts = { endpoints: readonly Endpoint[]; accounts: Accounts; fail: Fail }

/** The one pipeline of API calls. Below the root, paths ignore case and a trailing slash. */
export function createApiRouter({ endpoints, accounts, fail }: Parts): ApiRouter {
  const find = createEndpointFinder(endpoints)

  return (request, response) => {
    const { method, url = '' } = request
    const next = url.charAt(apiRoot.length)
    if (!url.startsWith(apiRoot) || !['', '/', '?'].includes(next)) return false
    const queryAt = url.indexOf('?')
    const end = queryAt < 0 ? url.length : queryAt
    const path = url.slice(apiRoot.length + 1, end).replace(/\/$/, '')
    const [endpoint, id] = find(`${method === 'HEAD' ? 'GET' : method} ${path}`.toLowerCase())
    const query = parse(queryAt < 0 ? '' : url.slice(queryAt + 1))
    const params = { id: id && decoded(id) }
    runCall(endpoint, { request, query, params }, response, accounts)
      .then((answer) => send(answer, request, response))
      .catch((error: unknown) => fail(error, request, response))
    return true
  }
}

/** The steps of a call, in this order: token, body, account, input, answer. */
async function runCall(
  endpoint: Endpoint,
  asked: Omit<ApiRequest, 'body'>,
  response: ServerResponse,
  accounts: Accounts,
): Promise<Answer> {
  const { request } = asked
  const { auth, method, maxBody = method === 'GET' ? 0 : maxBodyBytes } = endpoint
  // Before the body: nothing is read from a caller without a token.
  const early = auth === 'public' ? undefined : accounts.readToken(request)
  const body =
    maxBody === 0 ? undefined : await unauthorizedFirst(() => readJson(request, response, maxBody))
  // A body may take a minute, in which the token may expire.
  const claim = early && maxBody > 0 ? accounts.readToken(request) : early

  if (auth === 'statement') {
    const input = await unauthorizedFirst(async () => endpoint.read({ ...asked, body }))
    return answer(input, undefined)
  }
  // These calls query the database several times, all of them before one deadline.
  return withDeadline(deadline(), async () => {
    const account = auth === 'public' ? undefined : await findAccount()
    return answer(endpoint.read({ ...asked, body }), account)
  })

  async function answer(input: unknown, account: SessionUser | undefined): Promise<Answer> {
    const call = createCall({ request, input }, claim, account)
    return endpoint.retries ? retryOnConflict(() => endpoint.answer(call)) : endpoint.answer(call)
  }

  async function findAccount(): Promise<SessionUser> {
    const account = await accounts.find(request)
    if (auth !== 'session') refuseRole(account.role, endpoint.only)
    return account
  }

  /** Answers 401 or 403 before an error of the body or the query. Skips clients that disconnected. */
  async function unauthorizedFirst<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const hasDisconnected = request.destroyed && !request.complete
      if (auth !== 'public' && !hasDisconnected) await findAccount()
      throw error
    }
  }
}

function createCall<Input>(
  asked: Pick<Call<Input>, 'request' | 'input'>,
  claim: TokenClaim | undefined,
  account: SessionUser | undefined,
): Call<Input> {
  return {
    ...asked,
    get claim() {
      if (!claim) throw new Error('This endpoint is public, so the call has no token.')
      return claim
    },
    get account() {
      if (!account) throw new Error('The pipeline did not look up the account of this call.')
      return account
    },
  }
}

async function send(
  { status, headers, body }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.statusCode = status
  for (const name in headers) response.setHeader(name, headers[name] ?? '')
  if (body) await sendBody(request, response, body)
  else response.end()
}

type Found = [endpoint: Endpoint, id?: string | undefined]

function createEndpointFinder(endpoints: readonly Endpoint[]): (address: string) => Found {
  const plain = new Map<string, Found>()
  const patterns: [RegExp, Endpoint][] = []
  const openRoots = new Set<string>()
  const protectedRoots = new Set<string>()
  for (const endpoint of endpoints) {
    const address = `${endpoint.method} ${endpoint.path}`.toLowerCase()
    if (!address.includes('{id}')) plain.set(address, [endpoint])
    else patterns.push([new RegExp(`^${address.replace('{id}', '([^/]+)')}$`), endpoint])
    const roots = endpoint.auth === 'public' ? openRoots : protectedRoots
    roots.add(rootOf(endpoint.path))
  }

  return (address) => {
    // First, so that 'delete sales/bulk' is not the sale whose id is "bulk".
    const found = plain.get(address)
    if (found) return found
    for (const [pattern, endpoint] of patterns) {
      const match = pattern.exec(address)
      if (match) return [endpoint, match[1]]
    }
    const root = rootOf(address.slice(address.indexOf(' ') + 1))
    const isProtected = protectedRoots.has(root) && !openRoots.has(root)
    return [isProtected ? nothingBelowResource : nothing]
  }
}

function rootOf(path: string): string {
  return path.split('/', 1)[0] ?? ''
}

const nothing: Endpoint = {
  method: 'GET',
  path: '',
  auth: 'public',
  maxBody: 0,
  read() {
    throw new AppError('not_found', 'There is nothing at this address.')
  },
  answer: () => Promise.reject(new Error('read() always throws.')),
}

/** A caller without a token cannot find out which addresses below a resource exist. */
const nothingBelowResource: Endpoint = { ...nothing, auth: 'role' }

function decoded(id: string): string | undefined {
  try {
    return decodeURIComponent(id)
  } catch {
    return undefined
  }
}
