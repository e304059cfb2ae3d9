import type { LoginAnswer, PasswordChangeInput } from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

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
