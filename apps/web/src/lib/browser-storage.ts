/**
 * Values that local storage refuses because the user has blocked it or it is full. Stockie then
 * works until the page is closed or reloaded, and remembers less.
 */
const memory = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
    window.addEventListener('storage', forget)
  }
}

export function removeStored(key: string) {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing to remove.
  }
}

/** Another tab has stored a newer value. */
function forget({ key }: StorageEvent) {
  if (key === null) memory.clear()
  else memory.delete(key)
}

const listeners = new Set<() => void>()

/** Notifies about every possible change of the local storage, in this tab or another. */
export function subscribeToStorage(changed: () => void) {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Call after a change. The browser's `storage` event notifies only the other tabs. */
export function notifyThisTab() {
  for (const changed of listeners) changed()
}
