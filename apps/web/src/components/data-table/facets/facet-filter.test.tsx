import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { createItems, openItems } from '@/test/items-table'

const options = () =>
  within(screen.getByRole('group', { name: 'Group' }))
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent)

test('a facet filter offers every group with its count of matching rows', async () => {
  const { user, button, searchBox } = openItems({ rows: createItems(10) })
  await user.click(button('Group'))
  expect(options()).toEqual(['Garden4', 'Kitchen3', 'Office3'])
  await user.keyboard('{Escape}')
  await user.type(searchBox(), 'no')
  await user.click(button('Group'))
  expect(options()).toEqual(['Garden2', 'Kitchen2', 'Office1'])
})

test('a facet filter offers known values that no row has, until they are no longer known', async () => {
  const rows = createItems(3)
  const { user, button, names, checkbox, show } = openItems({ rows })
  await user.click(button('Group'))
  show({ rows, known: ['Office', 'Attic'] })
  expect(options()).toEqual(['Attic0', 'Garden1', 'Kitchen1', 'Office1'])
  await user.click(checkbox('Attic 0'))
  expect(names()).toEqual([])
  show({ rows })
  expect(options()).toEqual(['Attic0', 'Garden1', 'Kitchen1', 'Office1'])
  await user.click(checkbox('Attic 0'))
  expect(options()).toEqual(['Garden1', 'Kitchen1', 'Office1'])
})

test('a facet filter shows the rows of the chosen groups and names them on its button', async () => {
  const { user, button, names, checkbox } = openItems({ rows: createItems(10) })
  await user.click(button('Group'))
  await user.click(checkbox('Office 3'))
  expect(names()).toEqual(['Item 3', 'Item 6', 'Item 9'])
  // A choice in this facet does not change its other counts.
  expect(options()).toEqual(['Garden4', 'Kitchen3', 'Office3'])
  await user.click(checkbox('Kitchen 3'))
  expect(names()).toHaveLength(6)
  await user.click(checkbox('Garden 4'))
  await user.keyboard('{Escape}')
  expect(button('Group 3 selected')).toBe(document.activeElement)
  await user.keyboard('{Enter}')
  await user.click(checkbox('Garden 4'))
  expect(screen.getByText('Office', { selector: 'button *' })).toBeTruthy()
  await user.click(button('Clear filters'))
  expect(names()).toHaveLength(10)
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Group' }))
})

test('Reset clears the search and the facet filter together', async () => {
  const { user, button, names, searchBox } = openItems(
    { rows: createItems(10) },
    '/items?group=Office&q=9',
  )
  expect(names()).toEqual(['Item 9'])
  await user.click(button('Reset'))
  expect(names()).toHaveLength(10)
  expect(searchBox().value).toBe('')
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(names()).toHaveLength(10)
})

test('a facet filter with more than eight options has a search box @long', async () => {
  const few = createItems(8).map((item) => ({ ...item, group: `Größe ${item.id}` }))
  const { user, button, show } = openItems({ rows: few })
  await user.click(button('Group'))
  expect(screen.queryByRole('searchbox', { name: 'Filter Group' })).toBeNull()
  show({ rows: createItems(9).map((item) => ({ ...item, group: `Größe ${item.id}` })) })
  const search = screen.getByRole('searchbox', { name: 'Filter Group' })
  await user.type(search, 'osse')
  expect(screen.queryByRole('group', { name: 'Group' })?.textContent).toContain('No results')
  await user.clear(search)
  await user.type(search, 'oße 9')
  expect(options()).toEqual(['Größe 91'])
})

test('a chosen value can be unchecked even if no row has it any more', async () => {
  const rows = createItems(6)
  const { user, names, show, checkbox } = openItems({ rows }, '/items?group=Office')
  show({ rows: rows.filter(({ group }) => group !== 'Office') })
  expect(screen.getByRole('cell', { name: 'No results' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Group/ }))
  await user.click(checkbox('Office 0'))
  expect(names()).toHaveLength(4)
})
