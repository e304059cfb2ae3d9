import type { IncomingMessage } from 'node:http'
import type { ParsedUrlQuery } from 'node:querystring'
import type { SessionUser } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import type { Passwords } from '#src/security/passwords'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import type { AnswerList } from './list-endpoints'
import type { Describe } from '#src/http/openapi/document'
import type { JsonBody } from '#src/http/response-body'

/** The source of an endpoint's input. An id that cannot be decoded is undefined and matches no record. */
export type ApiRequest = {
  request: IncomingMessage
  params: { id?: string | undefined }
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
  /** The only role that may use the endpoint, and the 403 message for the others. */
  only?: { role: number; refusal: string } | undefined
  /** The account lookup is the only query of the call, so it needs no deadline that queries share. */
  onlyLookup?: boolean
  /** The largest body in bytes. With 0, which is the default for GET, the body is not read. */
  maxBody?: number
  /** Retries `answer` after a conflict of two writes, so it must have no effect outside its transaction. */
  retries?: boolean
  /** Parses the path, the query and the body. Throws an AppError if one of them is invalid. */
  read(request: ApiRequest): Input
  answer(call: Call<Input>): Promise<Answer>
}

/** The dependencies of the modules. */
type ModuleParts = {
  db: PrismaClient
  pool: Pool
  tokens: Tokens
  passwords: Passwords
  timeZone: string
  /** The number of reverse proxies in front of the API. */
  trustedProxies: number
  answerList: AnswerList
}

/** A module of the API: its endpoints, and their part of the OpenAPI document. */
export type ApiModule = { describe: Describe; endpoints: (parts: ModuleParts) => Endpoint[] }
