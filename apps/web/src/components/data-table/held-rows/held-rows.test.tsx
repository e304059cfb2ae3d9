import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { createItems, openItems } from '@/test/items-table'

const everyRow = 'Select all rows on this page'
const items = createItems(12)
/** As another till would add it to a list with the newest first. */
const [added] = createItems(1, 100)
const withAdded = [...(added ? [added] : []), ...items]
const firstTen = items.slice(0, 10).map(({ name }) => name)

const note = () => screen.queryByRole('button', { name: /^Show / })
const findNote = (name: string) => screen.findByRole('button', { name })
const searchBox = () => screen.getByRole('searchbox', { name: 'Search items' })
const rowOf = (name: string) =>
  screen.getByRole('button', { name: `Edit ${name}` }).closest('tr') ?? document.body

afterEach(() => {
  vi.useRealTimers()
})

test('a new row waits while the pointer is over the rows, and appears when it leaves', async () => {
  const { user, names, show } = openItems({ rows: items })
  await user.hover(rowOf('Item 3'))
  show({ rows: withAdded })
  expect(names()).toEqual(firstTen)
  await findNote('Show 1 new row')
  await user.hover(searchBox())
  expect(names()).toEqual(['Item 100', ...firstTen.slice(0, 9)])
  expect(note()).toBeNull()
  // Without the pointer nothing waits.
  show({ rows: items })
  expect(names()).toEqual(firstTen)
})

test('changed values of held rows appear at once, and a removed row stays as removed', async () => {
  const onDelete = vi.fn<(ids: number[]) => void>()
  const { user, names, show, checkbox, button } = openItems({ rows: items, onDelete })
  await user.click(checkbox('Select Item 2'))
  await user.click(checkbox('Select Item 4'))
  const changed = items
    .filter(({ id }) => id !== 2)
    .map((item) => (item.id === 4 ? { ...item, price: 7 } : item))
  show({ rows: changed, onDelete })
  await findNote('Show 1 change')
  expect(names()).toEqual(firstTen)
  expect(rowOf('Item 4').textContent).toContain('7')

  const removed = rowOf('Item 2')
  expect(removed.getAttribute('aria-disabled')).toBe('true')
  expect(removed.textContent).toContain('Removed: Item 2')
  expect(checkbox('Select Item 2').checked).toBe(false)
  expect(button('Delete (1)')).toBeTruthy()
  await user.click(checkbox('Select Item 2'))
  expect(button('Delete (1)')).toBeTruthy()
  // Without moving the pointer there.
  fireEvent.click(checkbox(everyRow))
  expect(checkbox(everyRow)).toMatchObject({ checked: true, indeterminate: false })
  fireEvent.click(button('Delete (9)'))
  expect(onDelete.mock.calls).toEqual([[[1, 3, 4, 5, 6, 7, 8, 9, 10]]])
})

test('a new price in a sorted list moves its row only after the pointer has left', async () => {
  const { user, names, show, choose } = openItems({ rows: items })
  await choose('Price', 'Desc')
  await user.hover(rowOf('Item 3'))
  show({ rows: items.map((item) => (item.id === 3 ? { ...item, price: 1 } : item)) })
  expect(names()).toEqual(firstTen)
  await findNote('Show 1 change')
  await user.hover(searchBox())
  expect(names()).not.toContain('Item 3')
})

test('a press on the note shows what waits', async () => {
  const { user, names, show } = openItems({ rows: items })
  await user.hover(rowOf('Item 3'))
  show({ rows: withAdded })
  const shower = await findNote('Show 1 new row')
  shower.focus()
  await user.keyboard('{Enter}')
  expect(names()[0]).toBe('Item 100')
  expect(note()).toBeNull()
})

test('a search and another page apply at once, below the pointer too', async () => {
  const { user, names, show, button } = openItems({ rows: items })
  await user.hover(rowOf('Item 3'))
  show({ rows: withAdded })
  // Without moving the pointer there, as by a shortcut of the browser.
  fireEvent.change(searchBox(), { target: { value: 'item' } })
  expect(names()[0]).toBe('Item 100')
  expect(note()).toBeNull()
  show({ rows: items })
  await findNote('Show 1 change')
  fireEvent.click(button('Go to next page'))
  expect(names()).toEqual(['Item 11', 'Item 12'])
  expect(note()).toBeNull()
})

test("the user's own change appears at once, below the pointer too", async () => {
  const { user, names, show } = openItems({ rows: items })
  await user.hover(rowOf('Item 3'))
  show({ rows: withAdded })
  show({ rows: withAdded.filter(({ id }) => id !== 3), isOwnChange: true })
  expect(names()[0]).toBe('Item 100')
  expect(names()).not.toContain('Item 3')
  expect(note()).toBeNull()
})

test("rows that wait appear with the user's own change that they contain already", async () => {
  const { user, names, show } = openItems({ rows: items })
  await user.hover(rowOf('Item 3'))
  const without = items.filter(({ id }) => id !== 3)
  show({ rows: without })
  expect(names()).toContain('Item 3')
  show({ rows: without, isOwnChange: true })
  expect(names()).not.toContain('Item 3')
  expect(note()).toBeNull()
})

test('rows keep their places while the keyboard is in them, and the page stays', async () => {
  const { user, names, show, button } = openItems({ rows: items }, '/items?page=2')
  act(() => button('Edit Item 12').focus())
  show({ rows: items.slice(0, 5) })
  expect(names()).toEqual(['Item 11', 'Item 12'])
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  await findNote('Show 2 changes')
  expect(document.activeElement).toBe(button('Edit Item 12'))
  await user.tab()
  await waitFor(() => expect(names()).toHaveLength(5))
  expect(screen.getByText('Page 1 of 1')).toBeTruthy()
})

test('a focused button keeps the focus when its row moves', async () => {
  const { names, show, button } = openItems({ rows: items })
  act(() => button('Edit Item 1').focus())
  show({ rows: items.toReversed(), isOwnChange: true })
  expect(names()).not.toContain('Item 1')
  act(() => button('Edit Item 12').focus())
  show({ rows: items.slice(6), isOwnChange: true })
  expect(names().at(-1)).toBe('Item 12')
  expect(document.activeElement).toBe(button('Edit Item 12'))
})

test('rows wait for the end of a touch', async () => {
  vi.useFakeTimers()
  const { names, show } = openItems({ rows: items })
  const touch = { pointerType: 'touch' }
  fireEvent.pointerDown(rowOf('Item 3'), touch)
  show({ rows: withAdded })
  expect(names()).toEqual(firstTen)
  fireEvent.pointerUp(rowOf('Item 3'), touch)
  expect(names()).toEqual(firstTen)
  act(() => {
    vi.advanceTimersByTime(2000)
  })
  expect(names()[0]).toBe('Item 100')
})
