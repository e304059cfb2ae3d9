const prefix = 'stockie-params-'

/** Of somebody's screen, for as long as the tab is open. */
export function screenParamsKey(person: number | undefined, pathname: string) {
  return `${prefix}${person ?? ''}-${pathname}`
}

export function readScreenParams(key: string) {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function writeScreenParams(key: string, search: string) {
  try {
    if (search === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, search)
  } catch {
    // Blocked storage: the screen then begins afresh.
  }
}

/** What was searched for is nobody's business who comes after: all of it goes but that of one person. */
export function removeScreenParams(exceptOf?: number) {
  const kept = screenParamsKey(exceptOf, '')
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(prefix)) continue
      if (exceptOf === undefined || !key.startsWith(kept)) sessionStorage.removeItem(key)
    }
  } catch {
    // Blocked storage holds nothing.
  }
}
