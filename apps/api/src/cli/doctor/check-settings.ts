import type { Verdict } from './finding'
import type { Settings } from './read-settings'

/** What people write where a secret is due, and everybody can guess. */
const placeholder =
  /^(.{1,4})\1+$|change.?(me|this|it)|replace.?(me|this|it)|your.{0,12}(secret|key)|placeholder|example|super.?secret|secret.?key|0123456789/i

/** Every variable, by the rules that the start has for it. A value is never repeated. */
export function checkSettings({ env, given, refused }: Settings): Verdict[] {
  const found: Verdict[] = [...refused.values()].map((sentence) => ({
    state: 'wrong',
    found: sentence,
  }))
  if (env.DATABASE_URL && !env.JWT_SECRET && !refused.has('JWT_SECRET')) {
    const sentence = 'JWT_SECRET must be set where DATABASE_URL is, to at least 32 characters.'
    found.push({ state: 'wrong', found: sentence })
  }
  if (env.JWT_SECRET && placeholder.test(env.JWT_SECRET)) {
    const sentence =
      'JWT_SECRET looks like a placeholder, and who guesses it can sign in as anybody: make one with `openssl rand -base64 32`.'
    found.push({ state: 'look', found: sentence })
  }
  if (found.length > 0) return found
  const all = 'has its default.'
  const sentence =
    given.length > 0 ? `Set: ${given.join(', ')}. The rest ${all}` : `Everything ${all}`
  return [{ state: 'ok', found: sentence }]
}
