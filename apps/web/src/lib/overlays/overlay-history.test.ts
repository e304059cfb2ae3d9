import { expect, test, vi } from 'vitest'

import { openBrowser } from '@/test/overlay-browser'

async function openWithOverlay(options?: { isHeld: boolean }) {
  const browser = openBrowser()
  const overlay = browser.openOverlay(options)
  await browser.settle()
  return { browser, overlay }
}

test('Back closes the topmost overlay, and the router sees no navigation', async () => {
  const { browser, overlay: sheet } = await openWithOverlay()
  const dialog = browser.openOverlay()
  await browser.settle()
  await browser.pressBack()
  expect(browser.overlays).toEqual([sheet])
  await browser.pressBack()
  expect(browser.overlays).toEqual([])
  expect([sheet.asked, dialog.asked]).toEqual([1, 1])
  expect(browser.changes()).toBe(1)
  await browser.pressBack()
  expect(browser.page()).toBe('/home')
})

test('an overlay that stays open is asked again by the next Back', async () => {
  const { browser, overlay } = await openWithOverlay({ isHeld: true })
  const length = browser.length()
  for (const asked of [1, 2, 3]) {
    await browser.pressBack()
    expect(overlay.asked).toBe(asked)
  }
  // Browsers skip a page that adds an entry without a click.
  expect(browser.length()).toBe(length)
  expect(browser.page()).toBe('/list')
})

test('an overlay that closes by other means takes no step, which would cancel a page load', async () => {
  const { browser, overlay } = await openWithOverlay({ isHeld: true })
  await browser.pressBack()
  const go = vi.spyOn(browser.window.history, 'go')
  overlay.close()
  await browser.settle()
  expect(go).not.toHaveBeenCalled()
  await browser.pressBack()
  expect(browser.page()).toBe('/home')
})

test('the next page removes the entry of a closed overlay', async () => {
  const { browser, overlay } = await openWithOverlay()
  overlay.close()
  await browser.settle()
  browser.replace('/list?page=2')
  browser.push('/next')
  await browser.settle()
  expect([browser.page(), browser.depth()]).toEqual(['/next', 3])
  await browser.pressBack()
  expect(browser.page()).toBe('/list?page=2')
})

test('an overlay that another one replaces at once keeps its entry', async () => {
  const { browser, overlay } = await openWithOverlay()
  const go = vi.spyOn(browser.window.history, 'go')
  overlay.close()
  const next = browser.openOverlay()
  await browser.settle()
  expect(go).not.toHaveBeenCalled()
  await browser.pressBack()
  expect(next.asked).toBe(1)
})

test('a page opened after an overlay has closed opens after a step back', async () => {
  const { browser, overlay } = await openWithOverlay()
  overlay.close()
  await Promise.resolve()
  browser.push('/next')
  expect(browser.page()).toBe('/list')
  await browser.settle()
  expect(browser.page()).toBe('/next')
  expect(browser.depth()).toBe(3)
  await browser.pressBack()
  expect(browser.page()).toBe('/list')
})

test('an overlay opened after another has closed is closed by Back', async () => {
  const { browser, overlay } = await openWithOverlay()
  overlay.close()
  await Promise.resolve()
  const second = browser.openOverlay()
  await browser.settle()
  await browser.pressBack()
  expect(second.asked).toBe(1)
  expect(browser.page()).toBe('/list')
})

test('a page opened from an overlay follows directly on the page of the overlay', async () => {
  const { browser, overlay } = await openWithOverlay()
  browser.push('/document')
  overlay.close()
  await browser.settle()
  expect(browser.page()).toBe('/document')
  expect(browser.depth()).toBe(3)
  await browser.pressBack()
  expect(browser.page()).toBe('/list')
})

test('a location replaced below an overlay stays after Back and after a redirect', async () => {
  const { browser } = await openWithOverlay()
  browser.replace('/list?page=2')
  await browser.pressBack()
  expect(browser.path()).toBe('/list?page=2')

  const overlay = browser.openOverlay()
  await browser.settle()
  browser.replace('/auth/login')
  overlay.close()
  await browser.settle()
  expect(browser.path()).toBe('/auth/login')
  await browser.pressBack()
  expect(browser.page()).toBe('/home')
})

test('Forward after Back has closed an overlay changes nothing', async () => {
  const { browser } = await openWithOverlay()
  await browser.pressBack()
  await browser.pressForward()
  expect(browser.changes()).toBe(1)
  await browser.pressBack()
  expect(browser.page()).toBe('/home')
})

test('a form that opens again after a reload uses the entry that is left', async () => {
  const { browser } = await openWithOverlay()
  await browser.reload()
  const form = browser.openOverlay()
  const length = browser.length()
  await browser.settle()
  expect(browser.length()).toBe(length)
  await browser.pressBack()
  expect(form.asked).toBe(1)
  expect(browser.page()).toBe('/list')
})

test('Back leaves the page after a reload that lost its overlay', async () => {
  const { browser } = await openWithOverlay()
  await browser.reload()
  await browser.pressBack()
  expect(browser.page()).toBe('/home')
})

test('two quick Backs close a dialog and leave the page', async () => {
  const { browser, overlay } = await openWithOverlay()
  browser.back()
  await browser.pressBack()
  expect(overlay.asked).toBe(1)
  expect(browser.page()).toBe('/home')
})

test('a step that the browser does not take delays the next page only for a while', async () => {
  const { browser, overlay } = await openWithOverlay()
  vi.useFakeTimers()
  vi.spyOn(browser.window.history, 'go').mockImplementation(() => {})
  overlay.close()
  await Promise.resolve()
  browser.push('/next')
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  expect(browser.page()).toBe('/next')
})
