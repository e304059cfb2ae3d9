import { loginRules, type LoginInput } from '@stockie/contracts'

export type LoginErrors = Partial<Record<keyof LoginInput, string>>

/** Says what loginInput of the contract says, rule by rule. */
export function checkLogin(typed: LoginInput): LoginErrors {
  const email = brokenByEmail(typed.email.trim())
  const password = brokenByPassword(typed.password)
  return { ...(email && { email }), ...(password && { password }) }
}

function brokenByEmail(text: string) {
  const rules = loginRules.email
  if (text === '') return rules.required
  if (text.length > rules.longest) return rules.tooLong
  return rules.format.test(text) ? undefined : rules.malformed
}

function brokenByPassword(text: string) {
  const rules = loginRules.password
  if (text === '') return rules.required
  if (text.length < rules.shortest) return rules.tooShort
  return text.length > rules.longest ? rules.tooLong : undefined
}
