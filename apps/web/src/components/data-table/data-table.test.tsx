import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { createItems, openItems } from '@/test/items-table'

// @holds spec 2.77
test('the table shows the values, and N/A for null or an empty text', () => {
  openItems({
    rows: [
      ...createItems(2),
      ...createItems(3)
        .slice(2)
        .map((item) => ({ ...item, note: '' })),
    ],
  })
  const cells = screen.getAllByRole('cell').map((cell) => cell.textContent)
  expect(cells).toEqual(
    ['', 'Item 1', 'N/A', '100000', 'Edit Item 1'].concat([
      '',
      'Item 2',
      'Note 2',
      '99999',
      'Edit Item 2',
      '',
      'Item 3',
      'N/A',
      '99998',
      'Edit Item 3',
    ]),
  )
})

// @holds spec 2.53
test('the search filters while the user types, and Reset clears it', async () => {
  const { user, searchBox, names, button } = openItems({ rows: createItems(25) })
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
  await user.type(searchBox(), 'm 2')
  expect(names()).toEqual([2, 12, 20, 21, 22, 23, 24, 25].map((at) => `Item ${at}`))
  await user.click(button('Reset'))
  expect(searchBox().value).toBe('')
  expect(names()).toHaveLength(10)
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
})

test('Escape clears the search, and Reset by keyboard focuses the search box', async () => {
  const { user, searchBox, names, button } = openItems({ rows: createItems(3) })
  await user.type(searchBox(), '2{Escape}')
  expect(names()).toHaveLength(3)
  await user.type(searchBox(), '2')
  button('Reset').focus()
  await user.keyboard('{Enter}')
  expect(names()).toHaveLength(3)
  expect(document.activeElement).toBe(searchBox())
})

// @holds spec 2.61
test('a header sorts Asc and Desc, and the same choice again removes the sort', async () => {
  const { choose, names, header } = openItems({ rows: createItems(12) })
  expect(header('Price').getAttribute('aria-sort')).toBeNull()
  await choose('Price', 'Asc')
  expect(names().slice(0, 2)).toEqual(['Item 12', 'Item 11'])
  expect(header('Price').getAttribute('aria-sort')).toBe('ascending')
  await choose('Name', 'Desc')
  expect(names().slice(0, 2)).toEqual(['Item 12', 'Item 11'])
  expect(header('Price').getAttribute('aria-sort')).toBeNull()
  await choose('Name', 'Desc')
  expect(names().slice(0, 2)).toEqual(['Item 1', 'Item 2'])
})

test('the menu of a header checks the current sort direction', async () => {
  const { user, choose, header } = openItems({ rows: createItems(3) })
  await choose('Name', 'Desc')
  await user.click(within(header('Name')).getByRole('button'))
  const checked = () => screen.getAllByRole('menuitemcheckbox', { checked: true })
  expect(checked().map((item) => item.textContent)).toEqual(['Desc'])
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(within(header('Name')).getByRole('button'))
})

// @holds spec 1.16, 2.54, 2.61
test('Hide removes a column, and View brings it back', async () => {
  const { user, choose, region, button } = openItems({ rows: createItems(3) })
  await choose('Note', 'Hide')
  expect(screen.queryByRole('columnheader', { name: 'Note' })).toBeNull()
  expect(document.activeElement).toBe(region())

  await user.click(button('View'))
  const items = screen.getAllByRole('menuitemcheckbox')
  expect(items.map((item) => item.textContent)).toEqual(['Name', 'Note', 'Price'])
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Note', checked: false }))
  // The menu is still open.
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Price', checked: true }))
  await user.keyboard('{Escape}')
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['', 'Name', 'Note', 'Actions'])
})

test('hiding the sorted column removes the sort', async () => {
  const { choose, names } = openItems({ rows: createItems(3) })
  await choose('Name', 'Desc')
  expect(names()[0]).toBe('Item 3')
  await choose('Name', 'Hide')
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('the last visible column cannot be hidden', async () => {
  const { user, choose, header, button } = openItems({ rows: createItems(3) })
  await choose('Note', 'Hide')
  await choose('Price', 'Hide')
  await user.click(within(header('Name')).getByRole('button'))
  expect(screen.getByRole('menuitem', { name: 'Hide' }).getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Escape}')
  await user.click(button('View'))
  expect(screen.getByRole('menuitemcheckbox', { name: 'Name' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  expect(
    screen.getByRole('menuitemcheckbox', { name: 'Note' }).getAttribute('aria-disabled'),
  ).toBeNull()
})

// @holds spec 2.60, 4.12
test('the table shows a message while it loads, if it is empty, and if it failed', async () => {
  const refetch = vi.fn<() => void>()
  const { user, show, checkbox, button, region } = openItems({ rows: undefined })
  expect(within(region()).getByRole('status').textContent).toBe('Loading items...')
  expect(checkbox('Select all rows on this page').disabled).toBe(true)
  show({ rows: undefined, isError: true, refetch })
  expect(within(region()).getByRole('alert').textContent).toBe('Error loading items.')
  await user.click(button('Try again'))
  expect(refetch).toHaveBeenCalledOnce()
  show({ rows: [] })
  expect(screen.getByRole('cell', { name: 'No results' })).toBeTruthy()
  expect(checkbox('Select all rows on this page').disabled).toBe(true)
})

test('the rows stay when a refetch fails', () => {
  const rows = createItems(3)
  const { show, names } = openItems({ rows })
  show({ rows, isError: true })
  expect(names()).toHaveLength(3)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the table is busy while it shows the rows of the last visit, not during later reads', () => {
  const rows = createItems(3)
  const { show, region } = openItems({ rows, isFetching: true, isFetchedAfterMount: false })
  const isBusy = () => region().getAttribute('aria-busy')
  expect(isBusy()).toBe('true')
  show({ rows })
  expect(isBusy()).toBe('false')
  show({ rows, isFetching: true })
  expect(isBusy()).toBe('false')
  // Otherwise screen readers would not say that it loads.
  show({ rows: undefined, isFetching: true, isFetchedAfterMount: false })
  expect(isBusy()).toBe('false')
})
