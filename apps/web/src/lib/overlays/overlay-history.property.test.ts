import { expect, onTestFinished, test, vi } from 'vitest'

import { openBrowser } from '@/test/overlay-browser'
import { createRandom } from '@/test/random-numbers'

/** The same seed yields the same sequences. */
const seed = Number(process.env.STOCKIE_OVERLAYS_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** What the user expects: pages in a row, as if overlays had no entries. */
function expectPages(...pages: string[]) {
  let at = pages.length - 1

  return {
    page: () => pages[at],
    depth: () => at + 1,
    /** The entry of the overlay takes the place of the pages ahead. */
    openOverlay: () => pages.splice(at + 1),
    back: () => (at = Math.max(0, at - 1)),
    forward: () => (at = Math.min(pages.length - 1, at + 1)),
    push: (path: string) => pages.splice((at += 1), Infinity, path),
    replace: (path: string) => (pages[at] = path),
  }
}

test(`random use of Back, Forward, links, overlays and reloads meets expectations (STOCKIE_OVERLAYS_SEED=${seed}) @long`, async () => {
  const random = createRandom(seed)
  for (let round = 0; round < 12; round += 1) {
    const browser = openBrowser()
    const expected = expectPages('/home', '/list')
    const steps: string[] = []
    for (let step = 0; step < 20; step += 1) {
      const { overlays } = browser
      const top = overlays.at(-1)
      const path = `/page-${step}`
      const actions = {
        open() {
          expected.openOverlay()
          browser.openOverlay({ isHeld: random(3) === 0 })
        },
        close: () => top?.close(),
        back() {
          if (!top) expected.back()
          browser.back()
        },
        forward() {
          if (!top) expected.forward()
          browser.forward()
        },
        async push() {
          expected.push(path)
          browser.push(path)
          await browser.settle()
          // The overlays go with their page.
          browser.closeOverlays()
        },
        replace() {
          expected.replace(path)
          browser.replace(path)
        },
        reload: () => browser.reload(),
      }
      const names = Object.keys(actions) as (keyof typeof actions)[]
      const name = names[random(names.length)] ?? 'back'
      steps.push(name)
      await actions[name]()
      await browser.settle()
      const page = browser.page()
      const depth = browser.depth() - expected.depth()
      // The steps, so that a failure shows them.
      expect({ steps, page, path: browser.path(), hasOverlayEntry: depth }).toEqual({
        steps,
        page: expected.page(),
        path: expected.page(),
        hasOverlayEntry: overlays.length > 0 ? 1 : depth,
      })
    }
    await browser.reload()
  }
})

/** In milliseconds. The longest is later than a step of our own is waited for. */
const delays = [0, 0, 0, 1, 40, 4000]

test(`overlays and pages agree with the browser after races (STOCKIE_OVERLAYS_SEED=${seed})`, async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const random = createRandom(seed)
  const delay = () => delays[random(delays.length)] ?? 0
  for (let round = 0; round < 60; round += 1) {
    const browser = openBrowser({ delay })
    const steps: string[] = []
    const pushed: string[] = []
    for (let step = 0; step < 12; step += 1) {
      const { overlays } = browser
      const actions = {
        open: () => browser.openOverlay({ isHeld: random(3) === 0 }),
        close: () => overlays.at(-1)?.close(),
        back: () => browser.back(),
        forward: () => browser.forward(),
        push() {
          pushed.push(`/page-${step}`)
          browser.push(`/page-${step}`)
          browser.closeOverlays()
        },
        replace: () => browser.replace(`/page-${step}`),
        // Most actions come before the browser has taken the last step.
        wait: () => vi.advanceTimersByTimeAsync(delay()),
      }
      const names = Object.keys(actions) as (keyof typeof actions)[]
      const name = names[random(names.length)] ?? 'back'
      steps.push(name)
      await actions[name]()
      await Promise.resolve()
    }
    const settle = () => vi.runAllTimersAsync()
    await settle()
    browser.closeOverlays()
    await settle()
    const lost = pushed.filter((path) => !browser.hasShown(path))
    expect({ steps, page: browser.page(), lost }).toEqual({ steps, page: browser.path(), lost: [] })

    const page = browser.page()
    const overlay = browser.openOverlay()
    await settle()
    browser.back()
    await settle()
    const after = { asked: overlay.asked, page: browser.page(), path: browser.path() }
    expect({ steps, ...after }).toEqual({ steps, asked: 1, page, path: page })
    await browser.reload()
  }
})
