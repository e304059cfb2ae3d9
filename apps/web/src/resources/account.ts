import {
  type CountAnswer,
  knownLoginsPath,
  type LoginAnswer,
  type PasswordChangeInput,
  type SessionRow,
  type SessionUser,
} from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { ApiError, request } from '@/lib/api/api-client'
import { renewSession } from '@/lib/session/session'

export const changePassword = mutationOptions({
  mutationFn: async ({ currentPassword, newPassword }: PasswordChangeInput) => {
    const body = { currentPassword, newPassword }
    // Not in onSuccess: the client reads the lists again before it calls that.
    renewSession(await request<LoginAnswer>('POST', '/auth/password', { body }))
  },
  meta: {
    success: 'Password changed successfully.',
    failure: 'Unable to change password. Please check your input and try again.',
  },
})

/** The accounts with the public password of the demo. They change seldom, so one answer lasts until a reload. */
export const knownLogins = queryOptions({
  queryKey: [knownLoginsPath],
  queryFn: ({ signal }) => request<SessionUser[]>('GET', `/${knownLoginsPath}`, { signal }),
  staleTime: 'static',
})

/** The sign-ins of this account whose sessions are alive, this one first. */
export const sessions = queryOptions({
  queryKey: ['auth/sessions'],
  queryFn: ({ signal }) => request<SessionRow[]>('GET', '/auth/sessions', { signal }),
  meta: { failure: 'Failed to load sessions. Please try again.', isUncounted: true },
})

export function endSession({ id }: SessionRow) {
  return mutationOptions({
    mutationFn: async () => {
      await request('DELETE', `/auth/sessions/${id}`).catch((error: unknown) => {
        // It has ended meanwhile.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
    },
    meta: {
      success: 'Session ended.',
      failure: 'Failed to end the session. Please try again.',
      canTryAgain: true,
    },
  })
}

export const endOtherSessions = mutationOptions({
  mutationFn: async () => {
    await request<CountAnswer>('POST', '/auth/sessions/end-others')
  },
  meta: {
    success: 'All other sessions ended.',
    failure: 'Failed to end the other sessions. Please try again.',
    canTryAgain: true,
  },
})
