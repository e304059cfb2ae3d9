import type { Location } from 'react-router-dom'

/** What the guard leaves for the login page. It lives in the history entry, so a reload keeps it. */
export function comingFrom({ pathname, search, hash }: Location) {
  return { from: pathname + search + hash }
}

export function returnPath(state: unknown) {
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  const isOwnPath = typeof from === 'string' && /^\/(?!\/)/.test(from)
  return isOwnPath ? from : '/'
}
