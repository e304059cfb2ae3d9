import {
  recoveryCodesAnswer,
  secondFactorBegun,
  secondFactorConfirmInput,
  type SecondFactorProof,
  secondFactorProof,
} from '@stockie/contracts'
import type { Endpoint } from '#src/http/api-router'
import type { Describe } from '#src/http/openapi/document'
import { body, json, problems } from '#src/http/openapi/responses'
import { parseBody } from '#src/http/request-input'
import { toJsonBody } from '#src/http/response-body'
import { assertNotRequired } from './second-factor'
import type { Sessions } from './sessions.service'

export function secondFactorEndpoints(sessions: Sessions): Endpoint[] {
  return [begin(sessions), confirm(sessions), renewRecoveryCodes(sessions), turnOff(sessions)]
}

function begin({ secondFactor }: Sessions): Endpoint {
  return {
    method: 'POST',
    path: 'auth/second-factor',
    auth: 'role',
    isFirstStep: true,
    maxBody: 0,
    read: () => undefined,
    answer: async ({ claim, account }) => ({
      status: 200,
      body: toJsonBody(await secondFactor.begin(claim, account.email)),
    }),
  }
}

function confirm({ secondFactor }: Sessions): Endpoint<{ code: string }> {
  return {
    method: 'POST',
    path: 'auth/second-factor/confirm',
    auth: 'role',
    isFirstStep: true,
    read: (request) => parseBody(secondFactorConfirmInput, request),
    answer: async ({ claim, input }) => ({
      status: 200,
      body: toJsonBody(await secondFactor.confirm(claim, input.code)),
    }),
  }
}

function renewRecoveryCodes({ prove, secondFactor }: Sessions): Endpoint<SecondFactorProof> {
  return {
    method: 'POST',
    path: 'auth/second-factor/recovery-codes',
    auth: 'role',
    read: (request) => parseBody(secondFactorProof, request),
    async answer({ claim, account, input }) {
      await prove(claim, account, input)
      return { status: 200, body: toJsonBody(await secondFactor.renewRecoveryCodes(claim)) }
    },
  }
}

function turnOff({ prove, secondFactor }: Sessions): Endpoint<SecondFactorProof> {
  return {
    method: 'DELETE',
    path: 'auth/second-factor',
    auth: 'role',
    read: (request) => parseBody(secondFactorProof, request),
    async answer({ claim, account, input }) {
      await prove(claim, account, input, assertNotRequired)
      await secondFactor.turnOff(claim)
      return { status: 204 }
    },
  }
}

const tags = ['Sessions']
const proof = body('The password of the account, and a code.', secondFactorProof)

export const describeSecondFactor: Describe = (registry) => {
  registry.registerPath({
    method: 'post',
    path: '/auth/second-factor',
    operationId: 'beginSecondFactor',
    summary: 'Begin a second factor',
    description:
      'For authenticator apps (RFC 6238: SHA-1, 30 seconds, 6 digits). Has no effect until it is confirmed. 409 if the account has one.',
    tags,
    responses: {
      200: json('The secret for the app.', secondFactorBegun),
      ...problems(401, 403, 409),
    },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/second-factor/confirm',
    operationId: 'confirmSecondFactor',
    summary: 'Turn the second factor on, with a code of the app',
    description: 'From then on the account signs in with a code too. This session goes on.',
    tags,
    request: body('A code of the app.', secondFactorConfirmInput),
    responses: {
      200: json(
        'Turned on. The recovery codes replace the app, if the phone is lost.',
        recoveryCodesAnswer,
      ),
      ...problems(401, 403, 409, 413, 415, 422),
    },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/second-factor/recovery-codes',
    operationId: 'renewRecoveryCodes',
    summary: 'Get ten new recovery codes',
    description:
      'The former ones are no longer good. Failures are limited like those of a new password.',
    tags,
    request: proof,
    responses: {
      200: json('The new codes.', recoveryCodesAnswer),
      ...problems(401, 403, 409, 413, 415, 422, 429),
    },
  })
  registry.registerPath({
    method: 'delete',
    path: '/auth/second-factor',
    operationId: 'turnOffSecondFactor',
    summary: 'Turn the second factor off',
    description: '409 if the account has none, or if the shop requires one of its role.',
    tags,
    request: proof,
    responses: {
      204: { description: 'Turned off.' },
      ...problems(401, 403, 409, 413, 415, 422, 429),
    },
  })
}
