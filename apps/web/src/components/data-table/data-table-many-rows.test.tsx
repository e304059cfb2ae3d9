import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { makeItems, openItems, type Item } from '@/test/items-table'

const rows = makeItems(100_000)

/** A page that is idle when a test says so. */
const idle = {
  waiting: [] as (() => void)[],
  /** What the page leaves for later it says only after it is drawn. */
  isAskedFor: () => waitFor(() => expect(idle.waiting).not.toEqual([])),
  be: () => {
    for (let work = idle.waiting.shift(); work; work = idle.waiting.shift()) work()
  },
}
beforeEach(() => {
  idle.waiting = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.waiting.push(work))
})

async function openMany(shown: { rows?: Item[]; onDelete?: (ids: number[]) => void } = {}) {
  const opened = openItems({ rows, ...shown })
  await screen.findByText(/^Page 1 of/)
  await waitFor(() => expect(opened.names()).not.toEqual([]))
  const isBusy = () => opened.region().getAttribute('aria-busy') === 'true'
  return { ...opened, isBusy, settled: () => waitFor(() => expect(isBusy()).toBe(false)) }
}

test('of 100,000 rows only a page is in the document', async () => {
  const { names, settled, user } = await openMany()
  expect(screen.getByText('Page 1 of 10000')).toBeTruthy()
  expect(names()).toHaveLength(10)
  await user.selectOptions(screen.getByLabelText('Rows per page'), '50')
  await settled()
  expect(screen.getAllByRole('row')).toHaveLength(51)
})

test('the old page stays until the new one is there, and the page goes on working meanwhile', async () => {
  const { choose, show, names, isBusy, settled } = await openMany()
  let others = 0
  // Only while it works: waiting for it has turns of its own.
  const timer = setInterval(() => {
    if (document.querySelector('[aria-busy="true"]')) others += 1
  }, 0)
  onTestFinished(() => clearInterval(timer))
  await choose('Price', 'Asc')
  expect(isBusy()).toBe(true)
  expect(names()[0]).toBe('Item 1')
  const before = others
  await settled()
  expect(others - before).toBeGreaterThan(2)
  expect(names()[0]).toBe('Item 100000')

  // Nor are older rows taken for those of a refetch.
  show({ rows: makeItems(100_000, 2) })
  expect(isBusy()).toBe(true)
  expect(names()[0]).toBe('Item 100000')
  await settled()
  expect(names()[0]).toBe('Item 100001')
})

test('what a first sort needs is made while the page is idle, and not while it answers', async () => {
  let readings = 0
  const counted = makeItems(100_000)
  Object.defineProperty(counted[50_000], 'price', {
    get: () => {
      readings += 1
      return 50_000
    },
  })
  const { choose, names, settled, isBusy } = await openMany({ rows: counted })
  expect(readings).toBe(0)
  // Asked for before it is ready, and so found while nothing else is made.
  await idle.isAskedFor()
  idle.waiting.shift()?.()
  await choose('Name', 'Desc')
  expect(isBusy()).toBe(true)
  idle.be()
  expect(readings).toBe(0)
  await settled()
  expect(names()[0]).toBe('Item 100000')

  await idle.isAskedFor()
  idle.be()
  const prepared = readings
  expect(prepared).toBeGreaterThan(0)
  await choose('Price', 'Asc')
  await settled()
  expect(names()[0]).toBe('Item 100000')
  expect(readings).toBe(prepared)
})

test('the newest of several questions is the one that is answered', async () => {
  const { user, header, searchBox, names, settled } = await openMany()
  await user.click(within(header('Name')).getByRole('button'))
  const shown = new Set<string | undefined>()
  const observer = new MutationObserver(() => shown.add(names()[0]))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  // One after the other with nothing in between, or a slow machine would answer some of them rightly.
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Desc' }))
  for (const value of ['4', '47', '471', '4711'])
    fireEvent.change(searchBox(), { target: { value } })
  await settled()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  observer.disconnect()
  expect(names()).toEqual(
    [94_711, 84_711, 74_711, 64_711, 54_711, 47_119, 47_118, 47_117, 47_116, 47_115].map(
      (number) => `Item ${number}`,
    ),
  )
  expect(shown).toEqual(new Set(['Item 1', 'Item 94711']))
})

test('deletes nothing while the rows of another question are shown', async () => {
  const onDelete = vi.fn<(ids: number[]) => void>()
  const { user, button, checkbox, choose, isBusy, settled } = await openMany({ onDelete })
  await user.click(checkbox('Select Item 1'))
  await choose('Price', 'Asc')
  expect(isBusy()).toBe(true)
  const remove = button('Delete (1)')
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(remove)
  expect(onDelete).not.toHaveBeenCalled()
  await settled()
  expect(remove.getAttribute('aria-disabled')).toBe('false')
  await user.click(remove)
  expect(onDelete.mock.calls).toEqual([[[1]]])
})

test('draws no row again that a key in the search leaves as it is', async () => {
  let readings = 0
  const few = makeItems(3)
  Object.defineProperty(few[0], 'name', {
    get: () => {
      readings += 1
      return 'Item 1'
    },
  })
  const { user, searchBox } = openItems({ rows: few })
  await user.type(searchBox(), 'i')
  const before = readings
  await user.type(searchBox(), 'tem')
  expect(searchBox().value).toBe('item')
  expect(readings).toBe(before)
})
