/** What a tab remembers of each user, by the prefix of its keys in the session storage. */
const prefixes = {
  /** The query string of a screen. */
  params: 'stockie-params-',
  /** A record form with something typed. */
  form: 'stockie-form-',
  /** A notice that the user closed. */
  closed: 'stockie-closed-',
  /** Counted numbers on their way to the API. */
  count: 'stockie-count-',
}

type Kind = keyof typeof prefixes

/** The key of one user's screen or form. The value lives as long as the tab. */
export function tabKey(kind: Kind, userId: number | undefined, name: string) {
  return `${prefixes[kind]}${userId ?? ''}-${name}`
}

export function readTabValue(key: string) {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Stores a value, or removes it if it is empty. */
export function writeTabValue(key: string, value: string) {
  try {
    if (value === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full: the tab remembers nothing.
  }
}

/** Removes the stored searches of all users but one, so that the next user does not see them. */
export function removeSearchesOfOthers(userId: number) {
  const kept = tabKey('params', userId, '')
  removeKeys((key) => key.startsWith(prefixes.params) && !key.startsWith(kept))
}

/** Removes all searches and the forms of this user, at a log-out. Forms of other users wait for them. */
export function removeTabValues(userId: number | undefined) {
  const own = userId === undefined ? prefixes.form : tabKey('form', userId, '')
  removeKeys((key) => key.startsWith(prefixes.params) || key.startsWith(own))
}

function removeKeys(isUnwanted: (key: string) => boolean) {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (isUnwanted(key)) sessionStorage.removeItem(key)
    }
  } catch {
    // Blocked storage holds nothing.
  }
}
