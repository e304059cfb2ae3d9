import type { NewPasswordAnswer, UserCreated, UserInput, UserRow } from '@stockie/contracts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

import type { CrudResource } from '@/components/crud/crud-resource'
import { ApiError, isTransient, request } from '@/lib/api/api-client'
import { AlreadySavedError, requestIdempotentCreate } from '@/lib/api/idempotency'
import { knownLogins } from '@/resources/account'

const path = 'users'

export const staffList = queryOptions({
  queryKey: [path] as (string | Record<string, string>)[],
  queryFn: ({ signal }) => request<UserRow[]>('GET', '/users', { signal }),
  meta: { failure: 'Failed to load staff. Please try again.', isUncounted: true },
})

type StaffResource = Pick<
  CrudResource<UserRow, UserInput>,
  'path' | 'create' | 'update' | 'listWith'
>

/** The calls of one form. A created account has a one-time password, which no later answer contains. */
export function staffResource(onCreated: (created: UserCreated) => void): StaffResource {
  /** What the form sent without an answer. It may be saved. */
  const unanswered: UserInput[] = []

  /** The API ignores the idempotency key and refuses an e-mail that is taken, also by the same form. */
  async function findAdded(client: QueryClient, error: unknown, input: UserInput) {
    if (!isEmailRefused(error) || unanswered.length === 0) throw error
    const rows = await client.fetchQuery({ ...staffList, staleTime: 0 })
    const added = rows.find((row) => isUnused(row) && unanswered.some((sent) => isSame(row, sent)))
    if (!added) throw error
    if (isSame(added, input)) return added
    throw new AlreadySavedError(
      'This account was added already. Your later changes were not saved. Close the form, then edit the account and give it a new password.',
    )
  }

  return {
    path,
    listWith: () => staffList,
    create: mutationOptions({
      mutationFn: async ({ input: body, key, signal }, { client }) => {
        const sent = { body, idempotencyKey: key, signal }
        try {
          const { row: created } = await requestIdempotentCreate<UserCreated>('/users', sent)
          onCreated(created)
          return created.user
        } catch (error) {
          if (isTransient(error)) {
            unanswered.push(body)
            void client.invalidateQueries(staffList)
          }
          const user = await findAdded(client, error, body)
          // The first password was in the lost answer.
          const { password } = await requestPassword(user.id, signal)
          onCreated({ user, password })
          return user
        }
      },
      meta: {
        success: 'New account added successfully.',
        failure: 'Unable to add account. Please check your input and try again.',
      },
    }),
    update: mutationOptions({
      mutationFn: ({ id, input: body, version }) =>
        request<UserRow>('PUT', `/users/${id}`, { body, version }),
      meta: {
        success: 'Account updated successfully.',
        failure: 'Failed to update account. Please try again.',
      },
    }),
  }
}

function isEmailRefused(error: unknown) {
  return error instanceof ApiError && error.errors.some(({ path: field }) => field === 'email')
}

/** The account has not signed in with its password yet. */
function isUnused({ mustChangePassword, lastSeenAt }: UserRow) {
  return mustChangePassword && lastSeenAt === null
}

/** The API stores e-mails in lower case. */
function isSame(user: UserRow, { name, email, role }: UserInput) {
  return user.name === name && user.email === email.toLowerCase() && user.role === role
}

function requestPassword(id: number, signal?: AbortSignal) {
  return request<NewPasswordAnswer>('POST', `/users/${id}/password`, { signal })
}

export function resetPassword({ id }: UserRow) {
  return mutationOptions({
    mutationFn: async (_: void, { client }) => {
      const answer = await requestPassword(id)
      removeKnownLogin(client, id)
      return answer
    },
    // The password stays nowhere after its dialog.
    gcTime: 0,
    meta: { failure: 'Failed to create a new password. Please try again.' },
  })
}

export function endStaffSessions({ id, name }: UserRow) {
  return mutationOptions({
    mutationFn: () => request<undefined>('DELETE', `/users/${id}/sessions`),
    meta: {
      success: `${name} was signed out everywhere.`,
      failure: `Failed to end the sessions of ${name}. Please try again.`,
    },
  })
}

export function turnOffStaffSecondFactor({ id }: UserRow) {
  return mutationOptions({
    mutationFn: () => request<undefined>('DELETE', `/users/${id}/second-factor`),
    meta: {
      success: 'Second factor turned off.',
      failure: 'Failed to turn off the second factor. Please try again.',
    },
  })
}

export function removeStaff({ id }: UserRow) {
  return mutationOptions({
    mutationFn: async (_: void, { client }) => {
      await request('DELETE', `/users/${id}`)
      removeKnownLogin(client, id)
    },
    meta: {
      success: 'Account removed successfully.',
      failure: 'Could not remove account. Please try again later.',
    },
  })
}

/** The account no longer has the public password of the demo. */
function removeKnownLogin(client: QueryClient, id: number) {
  client.setQueryData(knownLogins.queryKey, (accounts) =>
    accounts?.filter((account) => account.id !== id),
  )
}
