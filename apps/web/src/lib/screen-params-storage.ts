const prefix = 'stockie-params-'

/** The key of one user's screen. The value lives as long as the tab. */
export function screenParamsKey(userId: number | undefined, pathname: string) {
  return `${prefix}${userId ?? ''}-${pathname}`
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
    // Storage is blocked: the screen starts with its defaults.
  }
}

/**
 * Removes the stored searches, so that the next user does not see them. Those of one user may stay.
 */
export function removeScreenParams(exceptUserId?: number) {
  const keptPrefix = screenParamsKey(exceptUserId, '')
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(prefix)) continue
      if (exceptUserId === undefined || !key.startsWith(keptPrefix)) sessionStorage.removeItem(key)
    }
  } catch {
    // Blocked storage holds nothing.
  }
}
