import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { sessionStore } from '@/lib/session-store'
import { makeItems, openItems } from '@/test/items-table'
import { owner } from '@/test/render-app'

/** In whatever order they were said. */
const sorted = (query: string) => {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}
const isInUrl = (query: string) =>
  waitFor(() => expect(sorted(window.location.search)).toBe(sorted(query)))
const left = '?from=2026-11-01&sort=-price&page=2&size=20&q=item&group=Garden%2COffice'

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
  await user.type(searchBox(), 'item 9')
  await isInUrl('?from=2026-11-01&sort=-price&size=20&q=item+9')
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
  const { user, names } = openItems({ rows: makeItems(95) }, `/items${left}`)
  const before = names()
  await user.click(screen.getByRole('link', { name: 'Other' }))
  await user.click(screen.getByRole('link', { name: 'Items' }))
  expect(screen.getByText('Page 2 of 4')).toBeTruthy()
  expect(names()).toEqual(before)
  await isInUrl(left)
})

test('is one person’s', () => {
  openItems({ rows: makeItems(95) }, `/items${left}`).unmount()
  const { show } = openItems({ rows: makeItems(95) })
  expect(screen.getByText('Page 2 of 4')).toBeTruthy()
  act(() => sessionStore.set({ authState: 'Success', ...owner, id: 2 }))
  window.history.replaceState(null, '', '/items')
  show({ rows: makeItems(95) })
})

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=99999999999999999999',
  'page=two',
  'size=7',
  'size=1e1&page=',
  'sort=password',
  'sort=-',
  'sort=',
  'group=',
  'group=,,',
  'q=',
])('takes ?%s for what is always', async (query) => {
  const { names, header } = openItems({ rows: makeItems(25) }, `/items?${query}`)
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  expect(names()).toHaveLength(10)
  expect(header('Name').getAttribute('aria-sort')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
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
