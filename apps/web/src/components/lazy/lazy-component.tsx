import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

import { createStore, useStore } from '@/lib/external-store'
import { memoizeImport } from '@/lib/lazy-import'

/**
 * Creates a component that is fetched when it is first shown. Until then it shows the fallback. If it cannot be fetched
 * it throws, and tries again when it is next mounted. React's own lazy() would show it no sooner than 300 ms after the
 * fallback, even if it has been fetched before.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
) {
  const loaded = createStore<ComponentType<Props> | null>(null)
  const loadOnce = memoizeImport(() => load().then(loaded.set))

  return function LazyComponent(props: Props) {
    const Loaded = useStore(loaded)
    const [error, setError] = useState<Error>()

    useEffect(() => {
      if (!Loaded) loadOnce().catch(setError)
    }, [Loaded])

    if (Loaded) return <Loaded {...props} />
    if (error) throw error
    return fallback
  }
}
