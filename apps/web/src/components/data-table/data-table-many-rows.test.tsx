import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { createItems, openItems, type Item } from '@/test/items-table'

const rows = createItems(100_000)

/** Replaces requestIdleCallback, so that a test decides when the page is idle. */
const idle = {
  waiting: [] as (() => void)[],
  /** The page requests idle time only after it has rendered. */
  waitForRequest: () => waitFor(() => expect(idle.waiting).not.toEqual([])),
  run: () => {
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

test('a table of 100,000 rows renders only the current page', async () => {
  const { names, settled, user } = await openMany()
  expect(screen.getByText('Page 1 of 10000')).toBeTruthy()
  expect(names()).toHaveLength(10)
  await user.selectOptions(screen.getByLabelText('Rows per page'), '50')
  await settled()
  expect(screen.getAllByRole('row')).toHaveLength(51)
})

test('a print of the page gets all rows that match, and a print of a part of it none', () => {
  openItems({ rows: createItems(30) })
  const printedRows = () => document.querySelectorAll('[data-slot=printed-rows] tr').length
  const fire = (name: string) => act(() => void window.dispatchEvent(new Event(name)))
  fire('beforeprint')
  expect(printedRows()).toBe(30)
  fire('afterprint')
  expect(printedRows()).toBe(0)
  const slip = document.createElement('div')
  slip.dataset.slot = 'printed-part'
  document.body.append(slip)
  onTestFinished(() => slip.remove())
  fire('beforeprint')
  expect(printedRows()).toBe(0)
  fire('afterprint')
})

test('the old page stays until the search for the new page ends, and other tasks run meanwhile @long', async () => {
  const { choose, show, names, isBusy, settled } = await openMany()
  let otherTasks = 0
  // Counts only while the table is busy, since the wait itself also yields.
  const timer = setInterval(() => {
    if (document.querySelector('[aria-busy="true"]')) otherTasks += 1
  }, 0)
  onTestFinished(() => clearInterval(timer))
  await choose('Price', 'Asc')
  expect(isBusy()).toBe(true)
  expect(names()[0]).toBe('Item 1')
  const before = otherTasks
  await settled()
  expect(otherTasks - before).toBeGreaterThan(2)
  expect(names()[0]).toBe('Item 100000')

  // A refetch keeps the old rows until its own page is found.
  show({ rows: createItems(100_000, 2) })
  expect(isBusy()).toBe(true)
  expect(names()[0]).toBe('Item 100000')
  await settled()
  expect(names()[0]).toBe('Item 100001')
})

test('sort keys are prepared while the page is idle, not during a request @long', async () => {
  let readings = 0
  const counted = createItems(100_000)
  Object.defineProperty(counted[50_000], 'price', {
    get: () => {
      readings += 1
      return 50_000
    },
  })
  const { choose, names, settled, isBusy } = await openMany({ rows: counted })
  expect(readings).toBe(0)
  // Sorts by name first: the price must not be read for that.
  await idle.waitForRequest()
  idle.waiting.shift()?.()
  await choose('Name', 'Desc')
  expect(isBusy()).toBe(true)
  idle.run()
  expect(readings).toBe(0)
  await settled()
  expect(names()[0]).toBe('Item 100000')

  await idle.waitForRequest()
  idle.run()
  const prepared = readings
  expect(prepared).toBeGreaterThan(0)
  await choose('Price', 'Asc')
  await settled()
  expect(names()[0]).toBe('Item 100000')
  expect(readings).toBe(prepared)
})

test('the table shows the newest of several quick requests @long', async () => {
  const { user, header, searchBox, names, settled } = await openMany()
  await user.click(within(header('Name')).getByRole('button'))
  const shown = new Set<string | undefined>()
  const observer = new MutationObserver(() => shown.add(names()[0]))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  // Without a pause, or a slow machine would rightly show some of the results in between.
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

test('bulk delete is disabled while the rows of an older request are shown', async () => {
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

test('a key in the search does not render unchanged rows again', async () => {
  let readings = 0
  const few = createItems(3)
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
