import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { createItems, openItems } from '@/test/items-table'

// @holds spec 1.17, 2.59, 9.6, 9.7, 9.20
test('the pager moves between the first and the last page', async () => {
  const { user, button, names } = openItems({ rows: createItems(25) })
  const disabled = () =>
    ['first', 'previous', 'next', 'last'].filter(
      (name) => button(`Go to ${name} page`).getAttribute('aria-disabled') === 'true',
    )
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  expect(disabled()).toEqual(['first', 'previous'])
  await user.click(button('Go to next page'))
  expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  expect(disabled()).toEqual([])
  expect(names()[0]).toBe('Item 11')
  await user.click(button('Go to last page'))
  expect(screen.getByText('Page 3 of 3')).toBeTruthy()
  expect(names()).toHaveLength(5)
  expect(disabled()).toEqual(['next', 'last'])
  await user.click(button('Go to previous page'))
  await user.click(button('Go to first page'))
  expect(names()[0]).toBe('Item 1')
})

// @holds spec 2.59, 9.5, 9.20
test('a new page size keeps the first row of the page in view', async () => {
  const { user, names } = openItems({ rows: createItems(95) }, '/items?page=5')
  const sizes = screen.getByLabelText<HTMLSelectElement>('Rows per page')
  expect([...sizes.options].map(({ text }) => text)).toEqual(['10', '20', '30', '40', '50'])
  expect(names()[0]).toBe('Item 41')
  await user.selectOptions(sizes, '20')
  expect(screen.getByText('Page 3 of 5')).toBeTruthy()
  expect(names()).toHaveLength(20)
  expect(names()[0]).toBe('Item 41')
})

test('an emptied last page moves back to the page before it and stays there', async () => {
  const rows = createItems(21)
  const { user, button, names, show } = openItems({ rows })
  await user.click(button('Go to last page'))
  show({ rows: rows.slice(0, 20) })
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  expect(names()).toHaveLength(10)
  await waitFor(() => expect(window.location.search).toBe('?page=2'))
  show({ rows: createItems(22) })
  expect(screen.getByText('Page 2 of 3')).toBeTruthy()
})

test('the table moves back if the last page empties during its URL update', async () => {
  const rows = createItems(21)
  const { button, show } = openItems({ rows })
  const { history } = window
  const replaceState = history.replaceState.bind(history)
  vi.spyOn(history, 'replaceState').mockImplementationOnce((...entry) => {
    replaceState(...entry)
    queueMicrotask(() => show({ rows: rows.slice(0, 20) }))
  })
  act(() => button('Go to last page').click())
  expect(await screen.findByText('Page 2 of 2')).toBeTruthy()
  await waitFor(() => expect(window.location.search).toBe('?page=2'))
})

test('a new search, sort or facet choice goes to the first page', async () => {
  const { user, button, searchBox, choose } = openItems({ rows: createItems(60) })
  const isAt = (text: string) => expect(screen.getByText(text)).toBeTruthy()
  await user.click(button('Go to next page'))
  await user.type(searchBox(), 'm')
  isAt('Page 1 of 6')
  await user.click(button('Go to next page'))
  await choose('Name', 'Desc')
  isAt('Page 1 of 6')
  await user.click(button('Go to next page'))
  await user.click(button('Group'))
  await user.click(screen.getByRole('checkbox', { name: /Garden/ }))
  isAt('Page 1 of 2')
})

test('the pager shows page 1 of 1 if there are no rows', () => {
  openItems({ rows: [] })
  expect(screen.getByText('Page 1 of 1')).toBeTruthy()
  expect(screen.getByText('0 of 0 row(s) selected.')).toBeTruthy()
})
