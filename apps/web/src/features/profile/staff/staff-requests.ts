import type { NewPasswordAnswer, UserCreated, UserInput, UserRow } from '@stockie/contracts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

import type { CrudResource } from '@/components/crud/crud-resource'
import { request, requestIdempotentCreate } from '@/lib/api/api-client'
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

/** The calls of the form. A created account has a one-time password, which no later answer contains. */
export function staffResource(onCreated: (created: UserCreated) => void): StaffResource {
  return {
    path,
    listWith: () => staffList,
    create: mutationOptions({
      // The API ignores the key: a second account with the same e-mail is refused.
      mutationFn: async ({ input: body, key, signal }) => {
        const sent = { body, idempotencyKey: key, signal }
        const { row: created } = await requestIdempotentCreate<UserCreated>('/users', sent)
        onCreated(created)
        return created.user
      },
      meta: {
        success: 'New account added successfully.',
        failure: 'Unable to add account. Please check your input and try again.',
      },
    }),
    update: mutationOptions({
      mutationFn: ({ id, input: body }) => request<UserRow>('PUT', `/users/${id}`, { body }),
      meta: {
        success: 'Account updated successfully.',
        failure: 'Failed to update account. Please try again.',
      },
    }),
  }
}

export function resetPassword({ id }: UserRow) {
  return mutationOptions({
    mutationFn: async (_: void, { client }) => {
      const answer = await request<NewPasswordAnswer>('POST', `/users/${id}/password`)
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
