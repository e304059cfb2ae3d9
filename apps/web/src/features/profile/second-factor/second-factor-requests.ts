import type { RecoveryCodesAnswer, SecondFactorBegun, SecondFactorProof } from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import { ApiError, isTransient, request } from '@/lib/api/api-client'
import { importOrReload } from '@/lib/lazy-import'
import { checkSession } from '@/lib/session/session'

const path = '/auth/second-factor'

export interface SecondFactorSetup {
  /** In base 32. */
  secret: string
  /** The rows of the QR code with its margin. True is dark. */
  qrRows: boolean[][]
}

/** No answer stays in memory after its dialog: all of them are secret. */
const gcTime = 0

export const beginSecondFactor = mutationOptions({
  mutationFn: async (): Promise<SecondFactorSetup> => {
    const [{ encodeQR }, { secret, otpauthUrl }] = await Promise.all([
      importOrReload(() => import('qr')),
      watched(request<SecondFactorBegun>('POST', path)),
    ])
    return { secret, qrRows: encodeQR(otpauthUrl, 'raw', { ecc: 'low', border: 4 }) }
  },
  gcTime,
  meta: { failure: 'Failed to set up the second factor. Please try again.' },
})

/** The caller decides when the session learns of it. */
export const confirmSecondFactor = mutationOptions({
  mutationFn: (body: { code: string }) =>
    watched(request<RecoveryCodesAnswer>('POST', `${path}/confirm`, { body })),
  gcTime,
  meta: {
    success: 'Second factor turned on.',
    failure: 'Unable to turn on the second factor. Please check your input and try again.',
  },
})

export const renewRecoveryCodes = mutationOptions({
  mutationFn: (body: SecondFactorProof) =>
    watched(request<RecoveryCodesAnswer>('POST', `${path}/recovery-codes`, { body })),
  gcTime,
  meta: {
    success: 'New recovery codes created.',
    failure: 'Unable to create new recovery codes. Please check your input and try again.',
  },
})

export const turnOffSecondFactor = mutationOptions({
  mutationFn: async (body: SecondFactorProof) => {
    await watched(request<undefined>('DELETE', path, { body }))
    void checkSession()
  },
  gcTime,
  meta: {
    success: 'Second factor turned off.',
    failure: 'Unable to turn off the second factor. Please check your input and try again.',
  },
})

/** Another tab may have turned it on or off, or this call has and its answer was lost. */
async function watched<Answer>(answer: Promise<Answer>) {
  try {
    return await answer
  } catch (error) {
    if (isConflict(error) || isTransient(error)) void checkSession()
    throw error
  }
}

export function isConflict(error: unknown) {
  return error instanceof ApiError && error.status === 409
}
