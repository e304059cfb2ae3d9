/**
 * What the browser's local storage does not take, because the person has blocked it or because it
 * is full: Stockie then works until the page is closed or reloaded and merely remembers less.
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
    // It holds nothing then.
  }
}

/** What another tab has stored since is newer. */
function forget({ key }: StorageEvent) {
  if (key === null) memory.clear()
  else memory.delete(key)
}
