import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse, type ParsedUrlQuery } from 'node:querystring'
import type { Readable } from 'node:stream'
import { apiRoot, type SessionUser } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { ShopBackups } from '#src/database/backup/shop-backups'
import type { ShopExport } from '#src/database/export/shop-export'
import type { PrismaClient } from '#src/database/generated/client'
import { getDeadline, withDeadline } from '#src/database/pool/deadline-pool'
import { AppError } from '#src/errors'
import type { Devices } from '#src/security/devices'
import type { SecondFactorCodes } from '#src/security/second-factor-codes'
import type { Passwords } from '#src/security/passwords'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import type { AuditLog } from './logs/audit-log'
import { type Accounts, refuseBeforeFirstStep, refuseRole } from './authentication'
import { retryOnConflict } from './conflict-retry'
import type { ChangeBudget } from './endpoints/change-budget'
import type { AnswerList } from './endpoints/list-endpoints'
import type { Describe } from './openapi/document'
import type { SendError } from './problem'
import { maxBodyBytes, readBytes, readJson } from './request-input'
import type { SessionActivity } from './session-activity'
import { type JsonBody, sendBody, sendFile, sendStream } from './response-body'

/** The source of an endpoint's input. An id that cannot be decoded is undefined and matches no record. */
export type ApiRequest = {
  request: IncomingMessage
  params: { id?: string | undefined; productId?: string | undefined }
  query: ParsedUrlQuery
  body: unknown
}

export type Call<Input> = {
  request: IncomingMessage
  input: Input
  /** The claim of the caller's token. An endpoint with `auth: 'public'` has none. */
  claim: TokenClaim
  /** The caller's account. It is set with `auth: 'session'` and `auth: 'role'` only. */
  account: SessionUser
}

export type Answer = {
  status: number
  headers?: Record<string, string>
  /** The JSON to send. Without it, the response has no body. */
  body?: JsonBody
  /** The path of a file to send instead of JSON. Its headers say what it is. */
  file?: string
  /** A file to send while it is made, instead of JSON. Its headers say what it is. */
  stream?: { fileName: string; content: Readable }
  /** Bytes to send instead of JSON. The headers say what they are. */
  bytes?: Buffer
  /** Called after the response was sent, or when its client has disconnected. */
  onClose?: () => void
}

export type Endpoint<Input = unknown> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the API's root: 'products/{id}/lines'. */
  path: string
  /**
   * `role`: an account whose role may use the API. `session`: any account. `public`: no token needed.
   * `statement`: like `role`, but the endpoint's own SQL statement checks the account, to save a round trip.
   */
  auth: 'public' | 'session' | 'role' | 'statement'
  /** The only roles that may use the endpoint, and the 403 message for the others. */
  only?: { roles: readonly number[]; refusal: string } | undefined
  /** Open to an account that must change its password or set up a second factor before anything else. */
  isFirstStep?: boolean
  /** The account lookup is the only query of the call, so it needs no deadline that queries share. */
  onlyLookup?: boolean
  /** The largest body in bytes. With 0, which is the default for GET, the body is not read. */
  maxBody?: number
  /** The content types of a body that is no JSON. `read` gets its bytes. */
  bodyTypes?: readonly string[]
  /** Retries `answer` after a conflict of two writes, so it must have no effect outside its transaction. */
  retries?: boolean
  /** Parses the path, the query and the body. Throws an AppError if one of them is invalid. */
  read(request: ApiRequest): Input
  answer(call: Call<Input>): Promise<Answer>
}

/** The dependencies of the modules. */
export type ModuleParts = {
  db: PrismaClient
  pool: Pool
  tokens: Tokens
  passwords: Passwords
  devices: Devices
  secondFactorCodes: SecondFactorCodes
  backups: ShopBackups
  shopExport: ShopExport
  activity: SessionActivity
  timeZone: string
  /** The number of reverse proxies in front of the API. */
  trustedProxies: number
  /** Whether someone asked for the public accounts of a seed. */
  isSeedChosen: boolean
  answerList: AnswerList
  changeBudget: ChangeBudget
}

/** A module of the API: its endpoints, and their part of the OpenAPI document. */
export type ApiModule = { describe: Describe; endpoints: (parts: ModuleParts) => Endpoint[] }

/** Answers a request to the API's root or below and returns true; returns false for any other address. */
export type ApiRouter = (request: IncomingMessage, response: ServerResponse) => boolean

type Parts = {
  endpoints: readonly Endpoint[]
  accounts: Accounts
  sendError: SendError
  audit: Pick<AuditLog, 'begin'>
}

/** The one pipeline of all API requests. Below the root, paths ignore case and a trailing slash. */
export function createApiRouter({ endpoints, accounts, sendError, audit }: Parts): ApiRouter {
  const findEndpoint = createEndpointFinder(endpoints)

  return (request, response) => {
    const { method, url = '' } = request
    const next = url.charAt(apiRoot.length)
    if (!url.startsWith(apiRoot) || !['', '/', '?'].includes(next)) return false
    const queryAt = url.indexOf('?')
    const end = queryAt < 0 ? url.length : queryAt
    const path = url.slice(apiRoot.length + 1, end).replace(/\/$/, '')
    const [endpoint, [id, productId] = []] = findEndpoint(
      `${method === 'HEAD' ? 'GET' : method} ${path}`.toLowerCase(),
    )
    const query = parse(queryAt < 0 ? '' : url.slice(queryAt + 1))
    const params = { id: id && decodeId(id), productId: productId && decodeId(productId) }
    const audited = audit.begin(endpoint, request, response)
    runCall(endpoint, { request, query, params, body: undefined }, response, accounts)
      .then((answer) => {
        audited?.succeed(answer.status, answer.file ?? answer.stream?.fileName)
        return send(answer, request, response)
      })
      .catch((error: unknown) => {
        audited?.fail(error)
        sendError(error, request, response)
      })
    return true
  }
}

/** The steps of a request, in this order: token, body, account, input, answer. */
async function runCall(
  endpoint: Endpoint,
  target: ApiRequest,
  response: ServerResponse,
  accounts: Accounts,
): Promise<Answer> {
  const { request } = target
  const { auth, method, bodyTypes, maxBody = method === 'GET' ? 0 : maxBodyBytes } = endpoint
  // Before the body, so that the server reads no body from a caller without a token.
  let claim = auth === 'public' ? undefined : accounts.readToken(request)
  if (maxBody > 0) {
    const reading = bodyTypes
      ? readBytes(request, maxBody, bodyTypes)
      : readJson(request, response, maxBody)
    target.body = await reading.catch(refuseUnauthorizedFirst)
    // Checked again: the body may take a minute, and the token may expire meanwhile.
    if (claim) claim = accounts.readToken(request)
  }
  if (auth === 'statement') return answerStatement()
  // Several queries share one deadline. Its async context costs verify a tenth of its throughput.
  return endpoint.onlyLookup
    ? answerAfterLookup()
    : withDeadline(getDeadline(), answerAfterLookup, method === 'GET')

  async function answerStatement(): Promise<Answer> {
    // The statement does not know this of the token.
    if (claim && accounts.mayLackSecondFactor(claim)) await findAccount(claim)
    let input: unknown
    try {
      input = endpoint.read(target)
    } catch (error) {
      return refuseUnauthorizedFirst(error)
    }
    return answer(new EndpointCall(request, input, claim))
  }

  async function answerAfterLookup(): Promise<Answer> {
    const account = claim && (await findAccount(claim))
    return answer(new EndpointCall(request, endpoint.read(target), claim, account))
  }

  function answer(call: Call<unknown>): Promise<Answer> {
    return endpoint.retries ? retryOnConflict(() => endpoint.answer(call)) : endpoint.answer(call)
  }

  async function findAccount(ofClaim: TokenClaim): Promise<SessionUser> {
    const account = await accounts.find(ofClaim)
    if (auth === 'session') return account
    if (!endpoint.isFirstStep) refuseBeforeFirstStep(account)
    refuseRole(account.role, endpoint.only)
    return account
  }

  /** Answers 401 or 403 before any error in the body or the query. Skips clients that disconnected. */
  async function refuseUnauthorizedFirst(error: unknown): Promise<never> {
    const hasDisconnected = request.destroyed && !request.complete
    if (claim && !hasDisconnected) await findAccount(accounts.readToken(request))
    throw error
  }
}

/** The accessors are on the prototype, because creating them for each request is slow. */
class EndpointCall<Input> implements Call<Input> {
  readonly request
  readonly input
  readonly #claim
  readonly #account

  constructor(request: IncomingMessage, input: Input, claim?: TokenClaim, account?: SessionUser) {
    this.request = request
    this.input = input
    this.#claim = claim
    this.#account = account
  }

  get claim(): TokenClaim {
    if (!this.#claim) throw new Error('This endpoint is public, so the request has no token.')
    return this.#claim
  }

  get account(): SessionUser {
    if (!this.#account) throw new Error('The pipeline did not look up the account of this request.')
    return this.#account
  }
}

async function send(
  { status, headers, body, file, stream, bytes, onClose }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (onClose && response.destroyed) onClose()
  else if (onClose) response.once('close', onClose)
  response.statusCode = status
  for (const name in headers) response.setHeader(name, headers[name] ?? '')
  if (body) await sendBody(request, response, body)
  else if (file) await sendFile(response, file)
  else if (stream) await sendStream(response, stream.content)
  else response.end(bytes)
}

type Match = [endpoint: Endpoint, ids?: string[] | undefined]

function createEndpointFinder(endpoints: readonly Endpoint[]): (address: string) => Match {
  const exactMatches = new Map<string, Match>()
  const patterns: [RegExp, Endpoint][] = []
  const publicRoots = new Set<string>()
  const protectedRoots = new Set<string>()
  for (const endpoint of endpoints) {
    const address = `${endpoint.method} ${endpoint.path}`.toLowerCase()
    if (!address.includes('{id}')) exactMatches.set(address, [endpoint])
    else patterns.push([new RegExp(`^${address.replaceAll(/\{\w+\}/g, '([^/]+)')}$`), endpoint])
    const roots = endpoint.auth === 'public' ? publicRoots : protectedRoots
    roots.add(rootOf(endpoint.path))
  }

  return (address) => {
    // Exact paths first. Otherwise 'delete sales/bulk' would match the sale whose id is "bulk".
    const exactMatch = exactMatches.get(address)
    if (exactMatch) return exactMatch
    for (const [pattern, endpoint] of patterns) {
      const groups = pattern.exec(address)
      if (groups) return [endpoint, groups.slice(1)]
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
