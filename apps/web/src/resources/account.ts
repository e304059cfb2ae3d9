import {
  knownLoginsPath,
  type LoginAnswer,
  type PasswordChangeInput,
  type SessionUser,
} from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { request } from '@/lib/api/api-client'
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
