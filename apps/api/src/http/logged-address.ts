import { resourcePaths } from '@stockie/contracts'

/** What may be asked and holds no text of anybody's. */
const harmless = `(?:(?:start|end)Date=\\d{4}-\\d\\d-\\d\\d|page(?:Size)?=\\d{1,7}|resource=(?:${resourcePaths.join('|')}))`
const shown = new RegExp(`^${harmless}$`)
const allShown = new RegExp(`^${harmless}(?:&${harmless})*$`)

/** Longer than any of ours. A head may have 16 KB of it, and strangers would fill the disk with the log. */
const longest = 200

/**
 * An address as it stands in the log: its path, and what is known to be harmless of its query. A page's holds what
 * somebody searched for, and into that of a call anybody may write a password; * stands for all of it.
 */
export function loggedAddress(address: string): string {
  const logged = withoutText(address)
  return logged.length > longest ? `${logged.slice(0, longest)}...` : logged
}

function withoutText(address: string): string {
  const queryAt = address.indexOf('?')
  if (queryAt < 0) return address
  const query = address.slice(queryAt + 1)
  // As nearly every one is.
  if (allShown.test(query)) return address
  const asked = query.split('&')
  const told = asked.filter((one) => shown.test(one))
  if (told.length < asked.length) told.push('*')
  return `${address.slice(0, queryAt)}?${told.join('&')}`
}
