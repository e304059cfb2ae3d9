import { loginAnswer, loginInput, passwordChangeInput, verifyAnswer } from '@stockie/contracts'
import { body } from '@/http/openapi/body'
import type { Describe } from '@/http/openapi/describe'
import { json } from '@/http/openapi/json'
import { problems } from '@/http/openapi/problem-responses'

export const describeSessions: Describe = (registry) => {
  registry.registerPath({
    method: 'post',
    path: '/auth/login',
    operationId: 'login',
    summary: 'Sign in',
    description: 'Failed attempts are counted by account and by address.',
    tags: ['Sessions'],
    security: [],
    request: body('Who signs in.', loginInput),
    responses: {
      200: json('Signed in.', loginAnswer),
      ...problems(400, 401, 413, 415, 422, 429),
    },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/verify',
    operationId: 'verifySession',
    summary: 'Whose token this is, as long as it counts',
    tags: ['Sessions'],
    responses: { 200: json('It counts.', verifyAnswer), ...problems(401) },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/logout',
    operationId: 'logout',
    summary: 'End this session',
    description:
      'At once, and no other of the account. Its token is refused from then on, by this call as well.',
    tags: ['Sessions'],
    responses: { 204: { description: 'Ended.' }, ...problems(401) },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/password',
    operationId: 'changePassword',
    summary: 'Change the password, ending every other session',
    tags: ['Sessions'],
    request: body('The current password and the new one.', passwordChangeInput),
    responses: {
      200: json('Changed. The token that this session goes on with.', loginAnswer),
      ...problems(400, 401, 403, 413, 415, 422, 429),
    },
  })
}
