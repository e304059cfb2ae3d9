import type { IncomingMessage } from 'node:http'
import type { ParsedUrlQuery } from 'node:querystring'
import type { SessionUser } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import type { Passwords } from '#src/security/passwords'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import type { AnswerList } from './list-endpoints'
import type { Describe } from './openapi/document'
import type { JsonBody } from './response-body'

/** What an endpoint reads its input from. An id that cannot be decoded is undefined and matches no record. */
export type ApiRequest = {
  request: IncomingMessage
  params: { id?: string | undefined }
  query: ParsedUrlQuery
  body: unknown
}

export type Call<Input> = {
  request: IncomingMessage
  input: Input
  /** What the caller's token says. An endpoint with `auth: 'public'` has none. */
  claim: TokenClaim
  /** The caller's account. An endpoint has it with `auth: 'session'` and `auth: 'role'` only. */
  account: SessionUser
}

export type Answer = {
  status: number
  headers?: Record<string, string>
  /** The JSON to send. Without it the answer has no body. */
  body?: JsonBody
}

export type Endpoint<Input = unknown> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API's root: 'products/{id}/lines'. */
  path: string
  /**
   * `role`: an account whose role may use the API. `session`: any account. `public`: anybody.
   * `statement`: as `role`, but the endpoint's own SQL statement checks the account and saves a round trip.
   */
  auth: 'public' | 'session' | 'role' | 'statement'
  /** The only role that may call, and the message for the others. */
  only?: { role: number; refusal: string } | undefined
  /** The largest body in bytes. With 0 the body is not read, which is the default for GET. */
  maxBody?: number
  /** Runs again after a serialization failure or a deadlock, so `answer` may have no effect outside its transaction. */
  retries?: boolean
  /** Parses the path, the query and the body; throws what is wrong with them. */
  read(request: ApiRequest): Input
  answer(call: Call<Input>): Promise<Answer>
}

/** What the modules need to build their endpoints. */
type ModuleParts = {
  db: PrismaClient
  pool: Pool
  tokens: Tokens
  passwords: Passwords
  timeZone: string
  /** The number of proxies in front of the API. */
  trustedProxies: number
  answerList: AnswerList
}

/** What a module adds to the API: its endpoints, and their part of the OpenAPI document. */
export type ApiModule = { describe: Describe; endpoints: (parts: ModuleParts) => Endpoint[] }
