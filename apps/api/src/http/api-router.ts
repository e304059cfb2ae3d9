import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { apiRoot, type SessionUser } from '@stockie/contracts'
import { getDeadline, withDeadline } from '#src/database/pool/deadline-pool'
import { AppError } from '#src/errors'
import type { TokenClaim } from '#src/security/tokens'
import { type Accounts, refuseRole } from './authentication'
import { retryOnConflict } from './conflict-retry'
import type { Answer, ApiRequest, Call, Endpoint } from '#src/http/endpoints/endpoint'
import type { SendError } from './problem'
import { maxBodyBytes, readJson } from './request-body'
import { sendBody } from './response-body'

/** Answers a request to the API's root or below and returns true; returns false for any other address. */
export type ApiRouter = (request: IncomingMessage, response: ServerResponse) => boolean

type Parts = { endpoints: readonly Endpoint[]; accounts: Accounts; sendError: SendError }

/** The one pipeline of all API requests. Below the root, paths ignore case and a trailing slash. */
export function createApiRouter({ endpoints, accounts, sendError }: Parts): ApiRouter {
  const findEndpoint = createEndpointFinder(endpoints)

  return (request, response) => {
    const { method, url = '' } = request
    const next = url.charAt(apiRoot.length)
    if (!url.startsWith(apiRoot) || !['', '/', '?'].includes(next)) return false
    const queryAt = url.indexOf('?')
    const end = queryAt < 0 ? url.length : queryAt
    const path = url.slice(apiRoot.length + 1, end).replace(/\/$/, '')
    const [endpoint, id] = findEndpoint(
      `${method === 'HEAD' ? 'GET' : method} ${path}`.toLowerCase(),
    )
    const query = parse(queryAt < 0 ? '' : url.slice(queryAt + 1))
    const params = { id: id && decodeId(id) }
    runCall(endpoint, { request, query, params }, response, accounts)
      .then((answer) => send(answer, request, response))
      .catch((error: unknown) => sendError(error, request, response))
    return true
  }
}

/** The steps of a request, in this order: token, body, account, input, answer. */
async function runCall(
  endpoint: Endpoint,
  target: Omit<ApiRequest, 'body'>,
  response: ServerResponse,
  accounts: Accounts,
): Promise<Answer> {
  const { request } = target
  const { auth, method, maxBody = method === 'GET' ? 0 : maxBodyBytes } = endpoint
  // Before the body, so that the server reads no body from a caller without a token.
  const earlyClaim = auth === 'public' ? undefined : accounts.readToken(request)
  const body =
    maxBody === 0 ? undefined : await unauthorizedFirst(() => readJson(request, response, maxBody))
  // Checked again: the body may take a minute, and the token may expire meanwhile.
  const claim = earlyClaim && maxBody > 0 ? accounts.readToken(request) : earlyClaim

  if (auth === 'statement') {
    const input = await unauthorizedFirst(async () => endpoint.read({ ...target, body }))
    return answer(input, undefined)
  }
  async function answerAfterLookup(): Promise<Answer> {
    const account = auth === 'public' ? undefined : await findAccount()
    return answer(endpoint.read({ ...target, body }), account)
  }
  // Several queries share one deadline. Its async context would cost verify a third of its throughput.
  return endpoint.onlyLookup ? answerAfterLookup() : withDeadline(getDeadline(), answerAfterLookup)

  async function answer(input: unknown, account: SessionUser | undefined): Promise<Answer> {
    const call = createCall({ request, input }, claim, account)
    return endpoint.retries ? retryOnConflict(() => endpoint.answer(call)) : endpoint.answer(call)
  }

  async function findAccount(): Promise<SessionUser> {
    const account = await accounts.find(request)
    if (auth !== 'session') refuseRole(account.role, endpoint.only)
    return account
  }

  /** Answers 401 or 403 before any error in the body or the query. Skips clients that disconnected. */
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
  requestAndInput: Pick<Call<Input>, 'request' | 'input'>,
  claim: TokenClaim | undefined,
  account: SessionUser | undefined,
): Call<Input> {
  return {
    ...requestAndInput,
    get claim() {
      if (!claim) throw new Error('This endpoint is public, so the request has no token.')
      return claim
    },
    get account() {
      if (!account) throw new Error('The pipeline did not look up the account of this request.')
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

type Match = [endpoint: Endpoint, id?: string | undefined]

function createEndpointFinder(endpoints: readonly Endpoint[]): (address: string) => Match {
  const exactMatches = new Map<string, Match>()
  const patterns: [RegExp, Endpoint][] = []
  const publicRoots = new Set<string>()
  const protectedRoots = new Set<string>()
  for (const endpoint of endpoints) {
    const address = `${endpoint.method} ${endpoint.path}`.toLowerCase()
    if (!address.includes('{id}')) exactMatches.set(address, [endpoint])
    else patterns.push([new RegExp(`^${address.replace('{id}', '([^/]+)')}$`), endpoint])
    const roots = endpoint.auth === 'public' ? publicRoots : protectedRoots
    roots.add(rootOf(endpoint.path))
  }

  return (address) => {
    // Exact paths first. Otherwise 'delete sales/bulk' would match the sale whose id is "bulk".
    const exactMatch = exactMatches.get(address)
    if (exactMatch) return exactMatch
    for (const [pattern, endpoint] of patterns) {
      const groups = pattern.exec(address)
      if (groups) return [endpoint, groups[1]]
    }
    const root = rootOf(address.slice(address.indexOf(' ') + 1))
    const isProtected = protectedRoots.has(root) && !publicRoots.has(root)
    return [isProtected ? unknownProtectedAddress : unknownAddress]
  }
}

function rootOf(path: string): string {
  return path.split('/', 1)[0] ?? ''
}

const unknownAddress: Endpoint = {
  method: 'GET',
  path: '',
  auth: 'public',
  maxBody: 0,
  read() {
    throw new AppError('not_found', 'There is nothing at this address.')
  },
  answer: () => Promise.reject(new Error('read() always throws.')),
}

/** Answers 401 first, so that a caller without a token cannot find out which addresses exist. */
const unknownProtectedAddress: Endpoint = { ...unknownAddress, auth: 'role' }

function decodeId(id: string): string | undefined {
  try {
    return decodeURIComponent(id)
  } catch {
    return undefined
  }
}
