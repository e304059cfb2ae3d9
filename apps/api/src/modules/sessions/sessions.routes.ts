import type { IncomingMessage } from 'node:http'
import {
  type LoginInput,
  loginAnswer,
  loginInput,
  type PasswordChangeInput,
  passwordChangeInput,
  verifyAnswer,
} from '@stockie/contracts'
import type { Answer, ApiModule, Endpoint } from '#src/http/api-router'
import { assertOwnOrigin } from '#src/http/host-check'
import type { Describe } from '#src/http/openapi/document'
import { body, json, problems } from '#src/http/openapi/responses'
import { callerAddress, isEncrypted } from '#src/http/request-address'
import { requestAccountId } from '#src/http/request-context'
import { parseBody } from '#src/http/request-input'
import { toJsonBody } from '#src/http/response-body'
import type { Devices } from '#src/security/devices'
import { createSessions, type Sessions, type SignedIn } from './sessions.service'

/** Enough for the longest e-mail and password, however they are escaped. */
const maxLoginBytes = 8 * 1024

export const sessionsModule: ApiModule = {
  describe: (registry) => describeSessions(registry),
  endpoints(parts) {
    const sessions = createSessions(parts)
    return [login(sessions, parts), verify, logout(sessions), changePassword(sessions, parts)]
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
    read: (request) => parseBody(passwordChangeInput, request),
    async answer({ request, claim, account, input }) {
      const address = callerAddress(request, parts.trustedProxies)
      const changed = await sessions.changePassword(claim, account, { input, address })
      return toAnswer(request, changed, parts)
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
      'Failed attempts are limited by account, by address and by browser. Sets the cookie `stockie-device`, by which Stockie recognizes the browser at its next sign-in. Refuses the pages of other websites.',
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
}
