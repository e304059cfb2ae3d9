import { isImage } from '@/main/as-typed-here'
import type { Env } from '@/env'
import type { Verdict } from './finding'
import { isOpen } from './is-open'

export function checkNetwork(env: Env): Verdict[] {
  const { HOST, PORT, TRUST_PROXY } = env
  if (!isOpen(env)) {
    return [{ state: 'ok', found: `Port ${PORT}, for this machine alone (HOST=${HOST}).` }]
  }
  if (TRUST_PROXY > 0) {
    const found = `Port ${PORT} of ${HOST}, behind a proxy that other machines come through (TRUST_PROXY=${TRUST_PROXY}).`
    return [{ state: 'ok', found }]
  }
  if (isImage) {
    const found =
      'What reaches Stockie from other machines is plain HTTP: have https by COMPOSE_PROFILES=proxy (docs/hosting.md), or stay in a network of your own.'
    return [{ state: 'look', found }]
  }
  const found = `HOST=${HOST} lets other machines in and there is no proxy: what reaches port ${PORT} from them is plain HTTP, so put a proxy with TLS before it and set TRUST_PROXY=1, or stay in a network of your own.`
  return [{ state: 'look', found }]
}
