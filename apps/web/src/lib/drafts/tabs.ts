const followers = new Set<() => void>()

/** Calls whenever a draft may have changed, in this tab or in another. */
export function followDrafts(changed: () => void) {
  followers.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    followers.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Other tabs are told by the storage itself. */
export function tellThisTab() {
  for (const changed of followers) changed()
}
