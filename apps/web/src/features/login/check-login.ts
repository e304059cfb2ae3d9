import { loginInput, type LoginInput } from '@stockie/contracts'
import { z } from 'zod'

export type LoginErrors = Partial<Record<keyof LoginInput, string>>

interface CheckedLogin {
  /** null where a rule is broken. */
  input: LoginInput | null
  errors: LoginErrors
}

export function checkLogin(typed: unknown): CheckedLogin {
  const checked = loginInput.safeParse(typed)
  if (checked.success) return { input: checked.data, errors: {} }

  const { email, password } = z.flattenError(checked.error).fieldErrors
  return { input: null, errors: { email: email?.[0], password: password?.[0] } }
}
