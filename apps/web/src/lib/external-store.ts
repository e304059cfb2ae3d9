import { useSyncExternalStore } from 'react'

/** Holds one value outside of React and notifies the components that show it. */
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
  // The prerendered login page uses the initial value of each store.
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
