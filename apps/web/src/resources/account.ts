import type { LoginAnswer, PasswordChangeInput } from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import { request } from '@/lib/api-client'
import { renewSession } from '@/lib/session'

export const changePassword = mutationOptions({
  mutationFn: ({ currentPassword, newPassword }: PasswordChangeInput) =>
    request<LoginAnswer>('POST', '/auth/password', { body: { currentPassword, newPassword } }),
  onSuccess: renewSession,
  meta: {
    success: 'Password changed successfully.',
    failure: 'Unable to change password. Please check your input and try again.',
  },
})
