import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { watchAreaUse } from './area-use'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function watch() {
  const area = document.createElement('div')
  const button = document.createElement('button')
  area.append(button)
  document.body.append(area)
  const onLeave = vi.fn<() => void>()
  const onClick = vi.fn<() => void>()
  button.addEventListener('click', onClick)
  const use = watchAreaUse(area, onLeave)
  onTestFinished(use.stop)

  function point(type: string, pointerType: string, clientX = 10) {
    const init = { bubbles: true, pointerType, clientX, clientY: 10 }
    button.dispatchEvent(new PointerEvent(type, init))
    if (type === 'pointerenter') area.dispatchEvent(new PointerEvent(type, init))
  }
  function click(detail = 1) {
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
    return onClick.mock.calls.splice(0).length === 1
  }
  return { ...use, area, button, onLeave, point, click }
}

test.each(['mouse', 'pen'])('an area is in use while a %s is over it', (pointerType) => {
  const { isInUse, point, area, onLeave } = watch()
  expect(isInUse()).toBe(false)
  point('pointerenter', pointerType)
  expect(isInUse()).toBe(true)
  area.dispatchEvent(new PointerEvent('pointerleave', { pointerType }))
  expect(isInUse()).toBe(false)
  expect(onLeave).toHaveBeenCalledOnce()
})

test.each([
  ['a mouse that arrived before it was watched', true],
  ["a tap that left ':hover' behind", false],
])('an area counts %s: %s', (_, canHover) => {
  const area = document.createElement('div')
  vi.spyOn(area, 'matches').mockReturnValue(true)
  vi.stubGlobal('matchMedia', () => ({ matches: canHover }))
  const use = watchAreaUse(area, () => {})
  onTestFinished(use.stop)
  expect(use.isInUse()).toBe(canHover)
})

test('an area is no longer in use after half a minute without any input', () => {
  const { isInUse, point } = watch()
  point('pointerenter', 'mouse')
  vi.advanceTimersByTime(29_000)
  point('pointermove', 'mouse')
  vi.advanceTimersByTime(29_000)
  expect(isInUse()).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(isInUse()).toBe(false)
  point('pointermove', 'mouse')
  expect(isInUse()).toBe(true)
})

test('an area is in use from the beginning of a touch until its click, but not while it scrolls', () => {
  const { isInUse, point } = watch()
  point('pointerenter', 'touch')
  expect(isInUse()).toBe(false)
  point('pointerdown', 'touch')
  vi.advanceTimersByTime(29_000)
  expect(isInUse()).toBe(true)
  point('pointerup', 'touch')
  vi.advanceTimersByTime(100)
  expect(isInUse()).toBe(true)
  vi.advanceTimersByTime(400)
  expect(isInUse()).toBe(false)
  point('pointerdown', 'touch')
  point('pointercancel', 'touch')
  expect(isInUse()).toBe(false)
})

test('an area is in use while its control has the focus', () => {
  const { isInUse, button, onLeave } = watch()
  button.focus()
  button.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Tab' }))
  expect(isInUse()).toBe(true)
  button.blur()
  expect(isInUse()).toBe(false)
  vi.advanceTimersByTime(0)
  expect(onLeave).toHaveBeenCalledOnce()
})

test('an area is in use below a dialog, but not inside of it', () => {
  const { isInUse, area } = watch()
  const dialog = document.createElement('div')
  dialog.dataset.slot = 'dialog-content'
  document.body.append(dialog)
  expect(isInUse()).toBe(true)
  dialog.append(area)
  expect(isInUse()).toBe(false)
})

test('an area is in use until a closed dialog has returned the focus', async () => {
  const { isInUse } = watch()
  const dialog = document.createElement('div')
  dialog.dataset.slot = 'sheet-content'
  document.body.append(dialog)
  dialog.remove()
  // The browser reports the removal after the code that removed it.
  await Promise.resolve()
  expect(isInUse()).toBe(true)
  vi.advanceTimersByTime(500)
  expect(isInUse()).toBe(false)
})

test('a click is ignored if the rows moved below a mouse that has rested since', () => {
  const { noteMove, point, click } = watch()
  point('pointerenter', 'mouse', 10)
  noteMove()
  // A resting hand moves the mouse a little.
  point('pointermove', 'mouse', 14)
  point('pointerdown', 'mouse', 14)
  expect(click()).toBe(false)
  point('pointerdown', 'mouse', 14)
  expect(click()).toBe(true)

  noteMove()
  point('pointermove', 'mouse', 40)
  point('pointerdown', 'mouse', 40)
  expect(click()).toBe(true)
})

test('a click by keyboard counts after the rows moved', () => {
  const { noteMove, point, click } = watch()
  point('pointerenter', 'mouse')
  noteMove()
  expect(click(0)).toBe(true)
})

test('a tap is ignored if the rows moved just before it', () => {
  const { noteMove, point, click } = watch()
  noteMove()
  vi.advanceTimersByTime(299)
  point('pointerdown', 'touch')
  expect(click()).toBe(false)
  vi.advanceTimersByTime(1)
  point('pointerdown', 'touch')
  expect(click()).toBe(true)
})
