import { useSyncExternalStore } from 'react'

/** One value that lives outside React, and the components that show it. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()

  return {
    get: () => value,
    set: (next: Value) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

type Store<Value> = ReturnType<typeof createStore<Value>>

export function useStore<Value>(store: Store<Value>) {
  // While the build draws the login page there is nothing but what each begins with.
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
