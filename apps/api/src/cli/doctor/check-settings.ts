import type { Verdict } from './finding'
import type { Settings } from './read-settings'

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
  if (found.length > 0) return found
  const all = 'has its default.'
  const sentence =
    given.length > 0 ? `Set: ${given.join(', ')}. The rest ${all}` : `Everything ${all}`
  return [{ state: 'ok', found: sentence }]
}
