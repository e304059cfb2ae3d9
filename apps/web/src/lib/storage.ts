/**
 * The browser's local storage, or nothing where the person has blocked it: Stockie then works
 * until the page is closed or reloaded and merely remembers less.
 */
const memory = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

export function store(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

export function removeStored(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    memory.delete(key)
  }
}
