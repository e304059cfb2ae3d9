import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { makeItems, openItems } from '@/test/items-table'

/** In whatever order they were said. */
const sorted = (query: string) => {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}
const isInUrl = (query: string) =>
  waitFor(() => expect(sorted(window.location.search)).toBe(sorted(query)))
const left = '?sort=-price&page=2&size=20&q=item&group=Garden%2COffice'

test('stands in the URL, beside what others keep there, without what is as always', async () => {
  const { user, button, choose, searchBox } = openItems(
    { rows: makeItems(95) },
    '/items?from=2026-11-01',
  )
  const entries = window.history.length
  await choose('Price', 'Desc')
  await isInUrl('?from=2026-11-01&sort=-price')
  await user.selectOptions(screen.getByLabelText('Rows per page'), '20')
  await user.click(button('Go to next page'))
  await isInUrl('?from=2026-11-01&sort=-price&page=2&size=20')
  await user.type(searchBox(), '9')
  await isInUrl('?from=2026-11-01&sort=-price&size=20&q=9')
  await user.click(button('Reset'))
  await choose('Price', 'Desc')
  await user.selectOptions(screen.getByLabelText('Rows per page'), '10')
  await isInUrl('?from=2026-11-01')
  expect(window.history.length).toBe(entries)
})

test('is read from the URL', () => {
  const { names, searchBox, header } = openItems({ rows: makeItems(95) }, `/items${left}`)
  expect(screen.getByText('Page 2 of 4')).toBeTruthy()
  expect(names()).toHaveLength(20)
  expect(searchBox().value).toBe('item')
  expect(header('Price').getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole('button', { name: 'Group Garden Office' })).toBeTruthy()
})

test('survives a visit to another screen by the menu', async () => {
  const { names, searchBox } = openItems({ rows: makeItems(95) }, `/items${left}`)
  await screen.findByText('Page 2 of 4')
  const before = names()
  fireEvent.click(screen.getByRole('link', { name: 'Other' }))
  fireEvent.click(screen.getByRole('link', { name: 'Items' }))
  expect(await screen.findByText('Page 2 of 4')).toBeTruthy()
  expect(names()).toEqual(before)
  await isInUrl(left)

  // Also what the URL does not say yet.
  fireEvent.change(searchBox(), { target: { value: '9' } })
  fireEvent.click(screen.getByRole('link', { name: 'Other' }))
  fireEvent.click(screen.getByRole('link', { name: 'Items' }))
  expect(searchBox().value).toBe('9')
})

test('finds a name with a comma or a percent sign again after a reload', async () => {
  const groups = ['Pots', 'Tea, green', 'Bags', '50%2C off']
  const rows = makeItems(4).map((item, at) => ({ ...item, group: groups[at] ?? '' }))
  const { user, button, checkbox, unmount } = openItems({ rows })
  await user.click(button('Group'))
  await user.click(checkbox('Tea, green 1'))
  await user.click(checkbox('50%2C off 1'))
  await isInUrl(`?${new URLSearchParams({ group: 'Tea%2C green,50%252C off' })}`)
  unmount()
  sessionStorage.clear()
  const { names } = openItems({ rows }, `/items${window.location.search}`)
  expect(names()).toEqual(['Item 2', 'Item 4'])
  expect(button('Group Tea, green 50%2C off')).toBeTruthy()
})

test('what makes no sense in the URL is as always', () => {
  const query = 'page=two&size=7&sort=password&group=,,&q='
  const { names, header } = openItems({ rows: makeItems(25) }, `/items?${query}`)
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  expect(names()).toHaveLength(10)
  expect(header('Name').getAttribute('aria-sort')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
})

test('follows the URL that somebody goes to, also after a change of their own', async () => {
  const { user, names, searchBox } = openItems({ rows: makeItems(25) })
  await user.type(searchBox(), '7')
  await isInUrl('?q=7')
  act(() => {
    window.history.pushState(null, '', '/items?q=1&page=2')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(searchBox().value).toBe('1')
  expect(names()).toEqual(['Item 19', 'Item 21'])
})

test('two changes in one moment both count', async () => {
  const { button, names } = openItems({ rows: makeItems(25) }, '/items?q=1')
  act(() => {
    button('Reset').click()
    button('Go to next page').click()
  })
  expect(names()[0]).toBe('Item 11')
  await isInUrl('?page=2')
})

test('a page behind the last is the last, in the URL too', async () => {
  openItems({ rows: makeItems(25) }, '/items?page=9')
  expect(screen.getByText('Page 3 of 3')).toBeTruthy()
  await isInUrl('?page=3')
})

test('no letter is lost while the URL follows', async () => {
  const { user, searchBox } = openItems({ rows: makeItems(25) })
  await user.type(searchBox(), 'it')
  await isInUrl('?q=it')
  await user.type(searchBox(), 'em')
  expect(searchBox().value).toBe('item')
  await user.type(searchBox(), ' 2')
  await isInUrl('?q=item+2')
  expect(searchBox().value).toBe('item 2')
})

test('keeps the choice of columns for this browser, and ignores what it does not know', async () => {
  const { choose, unmount } = openItems({ rows: makeItems(3) })
  await choose('Note', 'Hide')
  unmount()
  expect(localStorage.getItem('stockie-columns-items')).toBe('["note"]')
  localStorage.setItem('stockie-columns-items', '["note","gone",7]')
  openItems({ rows: makeItems(3) })
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['', 'Name', 'Price', 'Actions'])
})

test.each(['', 'x', '{}', 'null', '["name","note","price"]'])(
  'shows all columns where %j is stored',
  (stored) => {
    localStorage.setItem('stockie-columns-items', stored)
    openItems({ rows: makeItems(3) })
    expect(screen.getAllByRole('columnheader')).toHaveLength(5)
  },
)
