import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { createItems, openItems } from '@/test/items-table'

/** The parameters in a fixed order. */
const sorted = (query: string) => {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}
const waitForUrl = (query: string) =>
  waitFor(() => expect(sorted(window.location.search)).toBe(sorted(query)))
const savedQuery = '?sort=-price&page=2&size=20&q=item&group=Garden%2COffice'

test('the URL holds the table state without defaults and beside foreign parameters', async () => {
  const { user, button, choose, searchBox } = openItems(
    { rows: createItems(95) },
    '/items?from=2026-11-01',
  )
  const entries = window.history.length
  await choose('Price', 'Desc')
  await waitForUrl('?from=2026-11-01&sort=-price')
  await user.selectOptions(screen.getByLabelText('Rows per page'), '20')
  await user.click(button('Go to next page'))
  await waitForUrl('?from=2026-11-01&sort=-price&page=2&size=20')
  await user.type(searchBox(), '9')
  await waitForUrl('?from=2026-11-01&sort=-price&size=20&q=9')
  await user.click(button('Reset'))
  await choose('Price', 'Desc')
  await user.selectOptions(screen.getByLabelText('Rows per page'), '10')
  await waitForUrl('?from=2026-11-01')
  expect(window.history.length).toBe(entries)
})

test('the table state is read from the URL', () => {
  const { names, searchBox, header } = openItems({ rows: createItems(95) }, `/items${savedQuery}`)
  expect(screen.getByText('Page 2 of 4')).toBeTruthy()
  expect(names()).toHaveLength(20)
  expect(searchBox().value).toBe('item')
  expect(header('Price').getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole('button', { name: 'Group Garden Office' })).toBeTruthy()
})

test('the table state survives a visit to another screen', async () => {
  const { names, searchBox } = openItems({ rows: createItems(95) }, `/items${savedQuery}`)
  await screen.findByText('Page 2 of 4')
  const before = names()
  fireEvent.click(screen.getByRole('link', { name: 'Other' }))
  fireEvent.click(screen.getByRole('link', { name: 'Items' }))
  expect(await screen.findByText('Page 2 of 4')).toBeTruthy()
  expect(names()).toEqual(before)
  await waitForUrl(savedQuery)

  // Includes a change that the URL does not hold yet.
  fireEvent.change(searchBox(), { target: { value: '9' } })
  fireEvent.click(screen.getByRole('link', { name: 'Other' }))
  fireEvent.click(screen.getByRole('link', { name: 'Items' }))
  expect(searchBox().value).toBe('9')
})

test('a chosen group with a comma or a percent sign survives a reload', async () => {
  const groups = ['Pots', 'Tea, green', 'Bags', '50%2C off']
  const rows = createItems(4).map((item, at) => ({ ...item, group: groups[at] ?? '' }))
  const { user, button, checkbox, unmount } = openItems({ rows })
  await user.click(button('Group'))
  await user.click(checkbox('Tea, green 1'))
  await user.click(checkbox('50%2C off 1'))
  await waitForUrl(`?${new URLSearchParams({ group: 'Tea%2C green,50%252C off' })}`)
  unmount()
  sessionStorage.clear()
  const { names } = openItems({ rows }, `/items${window.location.search}`)
  expect(names()).toEqual(['Item 2', 'Item 4'])
  expect(button('Group Tea, green 50%2C off')).toBeTruthy()
})

test('the table uses its defaults for invalid URL parameters', () => {
  const query = 'page=two&size=7&sort=password&group=,,&q='
  const { names, header } = openItems({ rows: createItems(25) }, `/items?${query}`)
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  expect(names()).toHaveLength(10)
  expect(header('Name').getAttribute('aria-sort')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
})

test('the table follows a navigation, even after a change by the user', async () => {
  const { user, names, searchBox } = openItems({ rows: createItems(25) })
  await user.type(searchBox(), '7')
  await waitForUrl('?q=7')
  act(() => {
    window.history.pushState(null, '', '/items?q=1&page=2')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(searchBox().value).toBe('1')
  expect(names()).toEqual(['Item 19', 'Item 21'])
})

test('two changes in the same tick both apply', async () => {
  const { button, names } = openItems({ rows: createItems(25) }, '/items?q=1')
  act(() => {
    button('Reset').click()
    button('Go to next page').click()
  })
  expect(names()[0]).toBe('Item 11')
  await waitForUrl('?page=2')
})

test('a page number beyond the last becomes the last page, also in the URL', async () => {
  openItems({ rows: createItems(25) }, '/items?page=9')
  expect(screen.getByText('Page 3 of 3')).toBeTruthy()
  await waitForUrl('?page=3')
})

test('typing loses no letter while the URL is updated @long', async () => {
  const { user, searchBox } = openItems({ rows: createItems(25) })
  await user.type(searchBox(), 'it')
  await waitForUrl('?q=it')
  await user.type(searchBox(), 'em')
  expect(searchBox().value).toBe('item')
  await user.type(searchBox(), ' 2')
  await waitForUrl('?q=item+2')
  expect(searchBox().value).toBe('item 2')
})

test('the column choice is stored in the browser, and unknown columns are ignored', async () => {
  const { choose, unmount } = openItems({ rows: createItems(3) })
  await choose('Note', 'Hide')
  unmount()
  expect(localStorage.getItem('stockie-columns-items')).toBe('["note"]')
  localStorage.setItem('stockie-columns-items', '["note","gone",7]')
  openItems({ rows: createItems(3) })
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['', 'Name', 'Price', 'Actions'])
})

test.each(['', 'x', '{}', 'null', '["name","note","price"]'])(
  'the table shows all columns if %j is stored',
  (stored) => {
    localStorage.setItem('stockie-columns-items', stored)
    openItems({ rows: createItems(3) })
    expect(screen.getAllByRole('columnheader')).toHaveLength(5)
  },
)
