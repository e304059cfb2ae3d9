import type { IncomingMessage } from 'node:http'
import {
  countAnswer,
  idParam,
  type LoginInput,
  loginAnswer,
  loginInput,
  noQuery,
  type PasswordChangeInput,
  passwordChangeInput,
  sessionRow,
  verifyAnswer,
} from '@stockie/contracts'
import { z } from 'zod'
import type { Answer, ApiModule, Endpoint } from '#src/http/api-router'
import { assertOwnOrigin } from '#src/http/host-check'
import type { Describe } from '#src/http/openapi/document'
import { describeGet } from '#src/http/openapi/operations'
import { body, json, problems } from '#src/http/openapi/responses'
import { callerAddress, isEncrypted } from '#src/http/request-address'
import { requestAccountId } from '#src/http/request-context'
import { parseBody, parseId } from '#src/http/request-input'
import { toJsonBody } from '#src/http/response-body'
import type { Devices } from '#src/security/devices'
import type { SessionActivity } from '#src/http/session-activity'
import { noSuchRecord } from '#src/errors'
import { describeSecondFactor, secondFactorEndpoints } from './second-factor.routes'
import { createSessions, type Sessions } from './sessions.service'
import type { SignedIn } from './signed-in-account'

/** Enough for the longest e-mail and password, however they are escaped. */
const maxLoginBytes = 8 * 1024

export const sessionsModule: ApiModule = {
  describe(registry) {
    describeSessions(registry)
    describeSecondFactor(registry)
  },
  endpoints(parts) {
    const sessions = createSessions(parts)
    return [
      login(sessions, parts),
      verify,
      logout(sessions),
      changePassword(sessions, parts),
      listSessions(sessions, parts.activity),
      endSession(sessions),
      endOtherSessions(sessions, parts.activity),
      ...secondFactorEndpoints(sessions),
    ]
  },
}

type Parts = { trustedProxies: number; devices: Devices }

/** The answer with the token, and a cookie by which Stockie recognizes this browser at its next sign-in. */
function toAnswer(
  request: IncomingMessage,
  { answer, account }: SignedIn,
  { trustedProxies, devices }: Parts,
): Answer {
  const encrypted = isEncrypted(request, trustedProxies)
  const cookie = devices.remember(account, request.headers.cookie, encrypted)
  return { status: 200, headers: { 'Set-Cookie': cookie }, body: toJsonBody(answer) }
}

function login(sessions: Sessions, parts: Parts): Endpoint<LoginInput> {
  const { trustedProxies, devices } = parts
  return {
    method: 'POST',
    path: 'auth/login',
    auth: 'public',
    maxBody: maxLoginBytes,
    read(request) {
      assertOwnOrigin(request.request, trustedProxies)
      return parseBody(loginInput, request)
    },
    async answer({ request, input }) {
      const address = callerAddress(request, trustedProxies)
      const signedIn = await sessions.login(input, {
        address,
        device: devices.find(request.headers.cookie),
        userAgent: request.headers['user-agent'],
        hasLeft: () => request.socket.destroyed,
        onAccountFound: (id) => void requestAccountId.set(request, id),
      })
      return toAnswer(request, signedIn, parts)
    },
  }
}

/** Returns the account of the token, for any role. The web app sends this request when it starts. */
const verify: Endpoint = {
  method: 'POST',
  path: 'auth/verify',
  auth: 'session',
  onlyLookup: true,
  maxBody: 0,
  read: () => undefined,
  answer: async ({ account }) => ({ status: 200, body: toJsonBody({ user: account }) }),
}

/** Ends the session of the token, for any role. Ignores the body, so only the token can be invalid. */
function logout(sessions: Sessions): Endpoint {
  return {
    method: 'POST',
    path: 'auth/logout',
    auth: 'session',
    maxBody: 0,
    read: () => undefined,
    async answer({ claim }) {
      await sessions.logout(claim)
      return { status: 204 }
    },
  }
}

function changePassword(sessions: Sessions, parts: Parts): Endpoint<PasswordChangeInput> {
  return {
    method: 'POST',
    path: 'auth/password',
    auth: 'role',
    isFirstStep: true,
    read: (request) => parseBody(passwordChangeInput, request),
    async answer({ request, claim, account, input }) {
      const address = callerAddress(request, parts.trustedProxies)
      const changed = await sessions.changePassword(claim, account, { input, address })
      return toAnswer(request, changed, parts)
    },
  }
}

/** Writes what was noted first, so that the list has every session that was used so far. */
function listSessions(sessions: Sessions, activity: SessionActivity): Endpoint {
  return {
    method: 'GET',
    path: 'auth/sessions',
    auth: 'role',
    read: () => undefined,
    async answer({ claim }) {
      await activity.write()
      return { status: 200, body: toJsonBody(await sessions.list(claim)) }
    },
  }
}

function endSession(sessions: Sessions): Endpoint<number> {
  return {
    method: 'DELETE',
    path: 'auth/sessions/{id}',
    auth: 'role',
    retries: true,
    read: (request) => parseId(request, 'session'),
    async answer({ claim, input: id }) {
      if (!(await sessions.endOne(claim, id))) throw noSuchRecord('session')
      return { status: 204 }
    },
  }
}

function endOtherSessions(sessions: Sessions, activity: SessionActivity): Endpoint {
  return {
    method: 'POST',
    path: 'auth/sessions/end-others',
    auth: 'role',
    maxBody: 0,
    retries: true,
    read: () => undefined,
    async answer({ claim }) {
      await activity.write()
      return { status: 200, body: toJsonBody({ count: await sessions.endOthers(claim) }) }
    },
  }
}

const describeSessions: Describe = (registry) => {
  registry.registerPath({
    method: 'post',
    path: '/auth/login',
    operationId: 'login',
    summary: 'Sign in',
    description:
      'An account with a second factor gets 401 `urn:stockie:problem:second-factor-required` without `code`. Failed attempts are limited by account, by address and by browser. Sets the cookie `stockie-device`, by which Stockie recognizes the browser at its next sign-in. Refuses the pages of other websites.',
    tags: ['Sessions'],
    security: [],
    request: body('The e-mail and the password.', loginInput),
    responses: {
      200: json('Signed in.', loginAnswer),
      ...problems(400, 401, 403, 413, 415, 422, 429),
    },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/verify',
    operationId: 'verifySession',
    summary: 'Get the account of this token',
    tags: ['Sessions'],
    responses: { 200: json('The token is valid.', verifyAnswer), ...problems(401) },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/logout',
    operationId: 'logout',
    summary: 'End this session',
    description:
      'Ends only this session, at once. Every later request with its token answers 401, also this one.',
    tags: ['Sessions'],
    responses: { 204: { description: 'Ended.' }, ...problems(401) },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/password',
    operationId: 'changePassword',
    summary: 'Change the password and end all other sessions',
    tags: ['Sessions'],
    request: body('The current password and the new one.', passwordChangeInput),
    responses: {
      200: json('Changed. The session continues with the new token.', loginAnswer),
      ...problems(400, 401, 403, 413, 415, 422, 429),
    },
  })
  describeGet({
    path: '/auth/sessions',
    operationId: 'listSessions',
    withoutEtag: true,
    tag: 'Sessions',
    summary: "List the sessions of this token's account",
    description:
      'This session first, then the others by their last use. A session that nobody has used since sessions are listed is missing.',
    query: noQuery,
    answer: z.array(sessionRow.meta({ id: 'Session' })),
  })(registry)
  registry.registerPath({
    method: 'delete',
    path: '/auth/sessions/{id}',
    operationId: 'endSession',
    summary: 'End a session of this account',
    description: 'At once: every later request with its token answers 401.',
    tags: ['Sessions'],
    request: { params: idParam },
    responses: { 204: { description: 'Ended.' }, ...problems(401, 403, 404) },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/sessions/end-others',
    operationId: 'endOtherSessions',
    summary: 'End all sessions of this account except this one',
    tags: ['Sessions'],
    responses: {
      200: json('The number of sessions that were ended.', countAnswer),
      ...problems(401, 403),
    },
  })
}
