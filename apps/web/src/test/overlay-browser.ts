import { renderHook } from '@testing-library/react'
import { StrictMode } from 'react'

import { createOverlayHistory, useBackCloses } from '@/lib/overlays/overlay-history'
import { createFakeBrowser } from './fake-browser'

interface Overlay {
  /** Whether it stays open when Back asks it to close. */
  isHeld: boolean
  /** How often Back has asked. */
  asked: number
  close: () => void
}

/** A browser at /list, which was opened from /home, with a router and overlays. */
export function openBrowser({ delay }: { delay?: () => number } = {}) {
  const browser = createFakeBrowser('/home', delay)
  const overlays: Overlay[] = []
  let router = startRouter()
  router.history.push('/list')

  function startRouter() {
    const history = createOverlayHistory(browser.window)
    const seen = { path: browser.path(), changes: 0, pages: new Set<string>() }
    const stop = history.listen(({ location: { pathname, search } }) => {
      seen.path = pathname + search
      seen.changes += 1
      seen.pages.add(seen.path)
    })
    return { history, seen, stop }
  }

  function openOverlay({ isHeld = false } = {}) {
    const overlay: Overlay = { isHeld, asked: 0, close: () => {} }
    const { unmount } = renderHook(
      () =>
        useBackCloses(true, () => {
          overlay.asked += 1
          if (!overlay.isHeld) overlay.close()
        }),
      // Mounts the overlay twice, as in development.
      { wrapper: StrictMode },
    )
    overlay.close = () => {
      unmount()
      overlays.splice(overlays.indexOf(overlay), 1)
    }
    overlays.push(overlay)
    return overlay
  }

  function closeOverlays() {
    while (overlays.length > 0) overlays.at(-1)?.close()
  }

  return {
    ...browser,
    overlays,
    closeOverlays,
    openOverlay,
    /** The page that the router shows. */
    page: () => router.seen.path,
    changes: () => router.seen.changes,
    hasShown: (path: string) => router.seen.pages.has(path),
    push: (path: string) => router.history.push(path),
    replace: (path: string) => router.history.replace(path),
    async pressBack() {
      browser.back()
      await browser.settle()
    },
    async pressForward() {
      browser.forward()
      await browser.settle()
    },
    /** Loads the page again, which loses all overlays. */
    async reload() {
      router.stop()
      closeOverlays()
      await Promise.resolve()
      router = startRouter()
    },
  }
}
