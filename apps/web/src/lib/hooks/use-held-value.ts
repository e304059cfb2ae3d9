import { useEffect, useLayoutEffect, useState } from 'react'

import { createStore, useStore } from '@/lib/external-store'
import { whenIdle } from '@/lib/idle-callback'
import { memoizeImport } from '@/lib/lazy-import'
import type { watchAreaUse } from './area-use'

let watch: typeof watchAreaUse | undefined

/** Fetched when the first rows are shown and the browser is idle. Until then nothing waits. */
export const preloadAreaUse = memoizeImport(async () => {
  watch = (await import('./area-use')).watchAreaUse
})

interface Held<Value> {
  shown: Value | null
  /** A newer value, which appears when the user has left the area. */
  waiting: Value | null
}

/** In milliseconds. How often a waiting value looks whether the user has left. */
const checkInterval = 500

/** Creates what `useHeldValue` needs, outside of React: values also arrive between renders. */
function createHeldValue<Value>(isSamePlaces: (shown: Value, next: Value) => boolean) {
  const store = createStore<Held<Value>>({ shown: null, waiting: null })
  let element: HTMLElement | null = null
  let area: ReturnType<typeof watchAreaUse> | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  function set(held: Held<Value>) {
    clearInterval(timer)
    if (held.waiting !== null) timer = setInterval(releaseUnlessInUse, checkInterval)
    store.set(held)
  }

  function release() {
    const { waiting } = store.get()
    if (waiting !== null) set({ shown: waiting, waiting: null })
  }

  function releaseUnlessInUse() {
    if (store.get().waiting === null || area?.isInUse()) return
    area?.noteMove()
    release()
  }

  function watchElement() {
    if (element) area ??= watch?.(element, releaseUnlessInUse)
  }

  return {
    ...store,
    /** `mustShow` is for what the user did: it appears at once. */
    receive: (value: Value, mustShow = false) => {
      const { shown } = store.get()
      const isMove = shown !== null && !mustShow && !isSamePlaces(shown, value)
      if (isMove && area?.isInUse()) return set({ shown, waiting: value })
      if (isMove) area?.noteMove()
      set({ shown: value, waiting: null })
    },
    clear: () => {
      if (store.get().shown !== null) set({ shown: null, waiting: null })
    },
    release,
    stop: () => clearInterval(timer),
    /** The ref of the element that holds the rows. */
    areaRef: (next: HTMLElement | null) => {
      area?.stop()
      area = undefined
      element = next
      if (watch) watchElement()
      else if (next) whenIdle(() => void preloadAreaUse().then(watchElement, () => {}))
    },
  }
}

/** Whether both lists have the same rows in the same order. */
export function haveSamePlaces<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (row: Row) => number | string,
) {
  const keys = after.map(keyOf)
  return before.length === keys.length && before.every((row, place) => keyOf(row) === keys[place])
}

/**
 * Shows the newest received value, unless it would move rows while the user points at one of them.
 * Such a value waits until the user has left the area. `isSamePlaces` says that no row moves.
 * `isOwnChange`: see useOwnChanges.
 */
export function useHeldValue<Value>(
  isSamePlaces: (shown: Value, next: Value) => boolean,
  isOwnChange: boolean,
) {
  const [held] = useState(() => createHeldValue(isSamePlaces))
  const { shown, waiting } = useStore(held)
  useEffect(() => held.stop, [held])
  const { receive, clear, release, areaRef } = held
  // The waiting value may already contain the user's change. Then no newer value follows.
  useLayoutEffect(() => {
    if (isOwnChange) release()
  }, [isOwnChange, release])
  return { shown, waiting, receive, clear, release, areaRef }
}
