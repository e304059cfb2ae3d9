import type {
  RecoveryCodesAnswer,
  SecondFactorBegun,
  SecondFactorProof,
  VerifyAnswer,
} from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import { startAnswerWait } from '@/lib/api/answer-wait'
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

/** In milliseconds. */
const retryDelay = 1_000

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

interface Confirmation {
  code: string
  /** An earlier confirmation of the same setup was not answered. It may have turned the second factor on. */
  wasUnanswered: boolean
}

/** Null if the second factor is on, but the answer with its recovery codes was lost. */
export type NewRecoveryCodes = string[] | null

/** The caller decides when the session learns of it. */
export const confirmSecondFactor = mutationOptions({
  mutationFn: async ({ code, wasUnanswered }: Confirmation): Promise<NewRecoveryCodes> => {
    try {
      return (await requestCodes('/confirm', { code })).recoveryCodes
    } catch (error) {
      if (isTransient(error) || (wasUnanswered && isConflict(error))) {
        const account = await readAccount()
        if (account?.secondFactor) return null
        if (!account) throw new ApiError(0, { detail: unknownResult, cause: error })
      } else if (isConflict(error)) void checkSession()
      throw error
    }
  },
  gcTime,
  meta: {
    success: 'Second factor turned on.',
    failure: 'Unable to turn on the second factor. Please check your input and try again.',
    isShownOnScreen: isTransient,
  },
})

const unknownResult =
  'Stockie cannot be reached. The second factor may be on already. Please check your connection and try again.'

export const renewRecoveryCodes = mutationOptions({
  mutationFn: async (body: SecondFactorProof) => {
    try {
      return await requestCodes('/recovery-codes', body)
    } catch (error) {
      if (isTransient(error)) throw new ApiError(0, { detail: lostCodes, cause: error })
      if (isConflict(error)) void checkSession()
      throw error
    }
  },
  gcTime,
  meta: {
    success: 'New recovery codes created.',
    failure: 'Unable to create new recovery codes. Please check your input and try again.',
    isShownOnScreen: isTransient,
  },
})

const lostCodes =
  'The answer was lost. Your former recovery codes may no longer be valid. Create new codes again, with the next code of your app.'

function requestCodes(subpath: string, body: object) {
  const { signal } = startAnswerWait()
  return request<RecoveryCodesAnswer>('POST', path + subpath, { body, signal })
}

/** Reads the account past the session, which would close a dialog of the first step. */
async function readAccount() {
  const read = () =>
    request<VerifyAnswer>('POST', '/auth/verify', { signal: startAnswerWait().signal }).then(
      ({ user }) => user,
      () => undefined,
    )
  const account = await read()
  if (account) return account
  await new Promise((resolve) => setTimeout(resolve, retryDelay))
  return read()
}

export const turnOffSecondFactor = mutationOptions({
  mutationFn: async (body: SecondFactorProof) => {
    await watched(request<undefined>('DELETE', path, { body }))
    void checkSession()
  },
  gcTime,
  meta: {
    success: 'Second factor turned off.',
    failure: 'Unable to turn off the second factor. Please check your input and try again.',
    // The dialog says why, and other input would not help.
    isShownOnScreen: isConflict,
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
