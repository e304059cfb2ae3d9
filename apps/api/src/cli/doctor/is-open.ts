import type { Env } from '@/env'

/** Whether other machines can get in: to this address, or through the proxy before it. */
export function isOpen({ HOST, TRUST_PROXY }: Pick<Env, 'HOST' | 'TRUST_PROXY'>): boolean {
  return TRUST_PROXY > 0 || !['127.0.0.1', 'localhost', '::1'].includes(HOST)
}
