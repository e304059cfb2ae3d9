import {
  countAnswer,
  idParam,
  newPasswordAnswer,
  noQuery,
  type SessionUser,
  userCreated,
  type UserInput,
  userInput,
  userRow,
} from '@stockie/contracts'
import { z } from 'zod'
import { AppError } from '#src/errors'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import type { Describe } from '#src/http/openapi/document'
import { describeGet, versionHeaders } from '#src/http/openapi/operations'
import { body, json, problems } from '#src/http/openapi/responses'
import { parseBody, parseId, readIfMatch } from '#src/http/request-input'
import { toJsonBody } from '#src/http/response-body'
import { createUsers, ownersOnly, type Users } from './users.service'

export const usersModule: ApiModule = {
  describe: (registry) => describeUsers(registry),
  endpoints({ pool, passwords, activity }) {
    const users = createUsers({ pool, passwords })
    return [
      listUsers(users, activity.write),
      addUser(users),
      changeUser(users),
      removeUser(users),
      resetPassword(users),
      endSessions(users),
      turnOffSecondFactor(users),
    ]
  },
}

const forOwner = { auth: 'role', only: ownersOnly } as const

/** Writes what was noted of sessions first, so that the list tells when each account was last seen. */
function listUsers(users: Users, writeActivity: () => Promise<void>): Endpoint {
  return {
    ...forOwner,
    method: 'GET',
    path: 'users',
    read: () => undefined,
    async answer() {
      await writeActivity()
      return { status: 200, body: toJsonBody(await users.list()) }
    },
  }
}

function addUser(users: Users): Endpoint<UserInput> {
  return {
    ...forOwner,
    method: 'POST',
    path: 'users',
    read: (request) => parseBody(userInput, request),
    answer: async ({ input, account: owner }) => ({
      status: 201,
      body: toJsonBody(await users.invite(input, owner.id)),
    }),
  }
}

function changeUser(
  users: Users,
): Endpoint<{ id: number; user: UserInput; version: number | undefined }> {
  return {
    ...forOwner,
    method: 'PUT',
    path: 'users/{id}',
    retries: true,
    read: (request) => ({
      id: parseId(request, 'account'),
      version: readIfMatch(request),
      user: parseBody(userInput, request),
    }),
    answer: async ({ claim, input: { id, user, version } }) => ({
      status: 200,
      body: toJsonBody(await users.change({ id }, user, claim, version)),
    }),
  }
}

function removeUser(users: Users): Endpoint<number> {
  return {
    ...forOwner,
    method: 'DELETE',
    path: 'users/{id}',
    retries: true,
    read: (request) => parseId(request, 'account'),
    async answer({ claim, input: id }) {
      await users.remove({ id }, claim)
      return { status: 204 }
    },
  }
}

function resetPassword(users: Users): Endpoint<number> {
  return {
    ...forOwner,
    method: 'POST',
    path: 'users/{id}/password',
    maxBody: 0,
    read: (request) => parseId(request, 'account'),
    async answer({ input: id, account: caller }) {
      refuseOwn(id, caller, 'Change your own password in Account.')
      return {
        status: 200,
        body: toJsonBody({ password: await users.resetPassword(id, caller.id) }),
      }
    },
  }
}

function endSessions(users: Users): Endpoint<number> {
  return {
    ...forOwner,
    method: 'DELETE',
    path: 'users/{id}/sessions',
    read: (request) => parseId(request, 'account'),
    answer: async ({ input: id, account: caller }) => ({
      status: 200,
      body: toJsonBody({ count: await users.endSessions(id, caller.id) }),
    }),
  }
}

function turnOffSecondFactor(users: Users): Endpoint<number> {
  return {
    ...forOwner,
    method: 'DELETE',
    path: 'users/{id}/second-factor',
    retries: true,
    read: (request) => parseId(request, 'account'),
    async answer({ input: id, account: caller }) {
      refuseOwn(id, caller, 'Turn off your own second factor in Account.')
      await users.turnOffSecondFactor({ id }, caller.id)
      return { status: 204 }
    },
  }
}

/** A stolen token alone must not change how its owner signs in. Account asks for the password or a code first. */
function refuseOwn(id: number, caller: SessionUser, message: string): void {
  if (id === caller.id) throw new AppError('conflict', message)
}

const tags = ['Users']
const account = userRow.meta({ id: 'User' })
const params = idParam
const paramsOfOther = z.object({
  id: idParam.shape.id.meta({ description: "Not the caller's own account: 409", example: 3 }),
})

const describeUsers: Describe = (registry) => {
  describeGet({
    path: '/users',
    operationId: 'listUsers',
    withoutEtag: true,
    tag: 'Users',
    summary: 'List the accounts',
    description: 'For the owner only, like every call about accounts. Sorted by role and id.',
    query: noQuery,
    answer: z.array(account),
  })(registry)
  registry.registerPath({
    method: 'post',
    path: '/users',
    operationId: 'createUser',
    summary: 'Add an account with a one-time password',
    description:
      'The e-mail is unique, so a repeated call answers 422 and adds nothing. `POST /users/{id}/password` gives another password.',
    tags,
    request: body('The new account.', userInput.meta({ id: 'UserInput' })),
    responses: {
      201: json('The account and its one-time password.', userCreated.extend({ user: account })),
      ...problems(401, 403, 413, 415, 422),
    },
  })
  registry.registerPath({
    method: 'put',
    path: '/users/{id}',
    operationId: 'updateUser',
    summary: 'Change the name, the e-mail and the role of an account',
    description: 'A new role ends all sessions of the account. The last owner stays one: 409.',
    tags,
    request: {
      params,
      headers: versionHeaders,
      ...body('The account.', userInput.meta({ id: 'UserInput' })),
    },
    responses: {
      200: json('Changed.', account),
      ...problems(401, 403, 404, 409, 412, 413, 415, 422),
    },
  })
  registry.registerPath({
    method: 'delete',
    path: '/users/{id}',
    operationId: 'deleteUser',
    summary: 'Remove an account and end its sessions',
    description: 'What it recorded stays. The last owner cannot be removed: 409.',
    tags,
    request: { params },
    responses: { 204: { description: 'Removed.' }, ...problems(401, 403, 404, 409) },
  })
  registry.registerPath({
    method: 'post',
    path: '/users/{id}/password',
    operationId: 'resetUserPassword',
    summary: 'Give an account a new one-time password and end its sessions',
    description: "For the caller's own account 409: `POST /auth/password` changes its password.",
    tags,
    request: { params: paramsOfOther },
    responses: { 200: json('The password.', newPasswordAnswer), ...problems(401, 403, 404, 409) },
  })
  registry.registerPath({
    method: 'delete',
    path: '/users/{id}/sessions',
    operationId: 'endUserSessions',
    summary: 'End all sessions of an account',
    tags,
    request: { params },
    responses: {
      200: json('The number of sessions that were ended.', countAnswer),
      ...problems(401, 403, 404),
    },
  })
  registry.registerPath({
    method: 'delete',
    path: '/users/{id}/second-factor',
    operationId: 'turnOffUserSecondFactor',
    summary: 'Turn off the second factor of an account',
    description:
      "For a lost phone. The account then signs in with its password alone. For the caller's own account 409: `DELETE /auth/second-factor` turns its second factor off.",
    tags,
    request: { params: paramsOfOther },
    responses: { 204: { description: 'It is off.' }, ...problems(401, 403, 404, 409) },
  })
}
