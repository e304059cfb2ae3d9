import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { NavigationType, UNSAFE_createBrowserHistory } from 'react-router-dom'

import { useEventCallback } from '@/lib/hooks/use-event-callback'

/** How long a step of our own through the history may take, in milliseconds. */
const longestStep = 3000

interface Overlay {
  close: () => void
}

type RouterHistory = ReturnType<typeof UNSAFE_createBrowserHistory>

/** The open overlays, the topmost last. */
const overlays: Overlay[] = []

/** Adds the entry of the overlays, once a router listens. */
let matchOverlays = () => {}

/**
 * The browser's Back calls `close` while the overlay is open and on top, instead of leaving the page.
 * The overlay may stay open, for example to ask a question.
 */
export function useBackCloses(isOpen: boolean, close: () => void) {
  const closeNow = useEventCallback(close)

  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const overlay = { close: closeNow }
    overlays.push(overlay)
    // Later, because one commit may close an overlay and open another.
    queueMicrotask(() => matchOverlays())
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1)
      queueMicrotask(() => matchOverlays())
    }
  }, [isOpen, closeNow])
}

/**
 * The history for the router. While an overlay is open, the page has a second entry, which the router does
 * not know: Back leads from it to the first one. If the overlay closes by other means, the entry stays: a step
 * back would cancel a page load that begins at the same time. The next overlay takes it over, the next page
 * removes it, and Back passes it.
 */
export function createOverlayHistory(browser = window): RouterHistory {
  const { history } = browser
  const router = UNSAFE_createBrowserHistory({ window: browser, v5Compat: true })
  let entry = readEntry(browser)
  /** Runs while the browser takes a step of our own. */
  let stepTimer: ReturnType<typeof setTimeout> | undefined
  let delayedPushes: (() => void)[] = []

  /** Adds the entry that the overlays need, if they need one. */
  function match() {
    if (stepTimer !== undefined) return
    entry = readEntry(browser)
    if (overlays.length > 0 && !entry.isSecond) addSecondEntry()
  }

  function addSecondEntry() {
    const state = { ...entry.state, idx: entry.index + 1, isOverlay: true }
    history.pushState(state, '')
    entry = readEntry(browser)
  }

  function step(by: 1 | -1) {
    stepTimer = setTimeout(endStep, longestStep)
    history.go(by)
  }

  function endStep() {
    clearTimeout(stepTimer)
    stepTimer = undefined
    const pushes = delayedPushes
    delayedPushes = []
    for (const run of pushes) run()
  }

  /** Handles a move between the two entries of a page. Returns false after any other move. */
  function moveOnPage() {
    const left = entry
    entry = readEntry(browser)
    const isUp = entry.isSecond && entry.index === left.index + 1
    const isDown = left.isSecond && !entry.isSecond && entry.index === left.index - 1
    if (!isUp && !isDown) return false

    copyFrom(left)
    keepScrollPosition()
    const top = overlays.at(-1)
    const isOwnStep = stepTimer !== undefined
    if (isDown && !isOwnStep) {
      // Without an overlay the second entry was left over: go on to the page before.
      if (!top) history.go(-1)
      else flushSync(top.close)
    }
    clearTimeout(stepTimer)
    stepTimer = undefined
    // Not a new entry: browsers skip the pages that add one without a click.
    if (isDown && overlays.length > 0 && delayedPushes.length === 0) step(1)
    else endStep()
    return true
  }

  /** After popstate, the browser restores the position that this entry was left with. The page is the same. */
  function keepScrollPosition() {
    const { scrollX, scrollY } = browser
    const { url } = entry
    browser.requestAnimationFrame(() => {
      if (browser.location.href === url) browser.scrollTo(scrollX, scrollY)
    })
  }

  /** The router may have replaced the location on the page's other entry. */
  function copyFrom(left: Entry) {
    if (left.url === entry.url && left.state?.key === entry.state?.key) return
    const { index: idx, isSecond: isOverlay } = entry
    history.replaceState({ ...left.state, idx, isOverlay }, '', left.url)
    entry = readEntry(browser)
  }

  /** The new page follows the page's own entry, which has the present location after the step back. */
  function push(...[to, state]: Parameters<RouterHistory['push']>) {
    const { isSecond } = readEntry(browser)
    if (!isSecond && stepTimer === undefined) return pushNow(to, state)
    delayedPushes.push(() => pushNow(to, state))
    if (stepTimer === undefined) step(-1)
  }

  function pushNow(...[to, state]: Parameters<RouterHistory['push']>) {
    // If the step back did not come in time, the page takes the place of the second entry.
    if (readEntry(browser).isSecond) router.replace(to, state)
    else router.push(to, state)
    entry = readEntry(browser)
  }

  function replace(...[to, state]: Parameters<RouterHistory['replace']>) {
    const { isSecond } = readEntry(browser)
    router.replace(to, state)
    if (isSecond) history.replaceState({ ...readEntry(browser).state, isOverlay: true }, '')
    entry = readEntry(browser)
  }

  function listen(listener: Parameters<RouterHistory['listen']>[0]) {
    const stop = router.listen((update) => {
      if (update.action !== NavigationType.Pop) return listener(update)
      if (moveOnPage()) return
      listener(update)
      endStep()
    })
    matchOverlays = match
    // After a reload on the second entry, a form that opens again takes it over.
    if (overlays.length > 0) match()
    return () => {
      stop()
      matchOverlays = () => {}
    }
  }

  return {
    get action() {
      return router.action
    },
    get location() {
      return router.location
    },
    createHref: (to) => router.createHref(to),
    createURL: (to) => router.createURL(to),
    encodeLocation: (to) => router.encodeLocation(to),
    go: (by) => router.go(by),
    push,
    replace,
    listen,
  }
}

interface EntryState {
  /** The router's number of the entry, and of its location. */
  idx?: number
  key?: string
  isOverlay?: boolean
}

type Entry = ReturnType<typeof readEntry>

function readEntry({ history, location }: Pick<Window, 'history' | 'location'>) {
  const state = history.state as EntryState | null
  return {
    state,
    url: location.href,
    index: state?.idx ?? 0,
    isSecond: state?.isOverlay === true,
  }
}
