import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { createItems, openItems } from '@/test/items-table'

const everyRow = 'Select all rows on this page'

// @holds spec 2.56, 2.57, 4.13, 4.14
test('checkboxes select one row or the whole page, and the table shows the count', async () => {
  const { user, checkbox, button } = openItems({ rows: createItems(25), onDelete: () => {} })
  expect(screen.getByText('0 of 25 row(s) selected.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
  await user.click(checkbox('Select Item 2'))
  expect(checkbox(everyRow).indeterminate).toBe(true)
  expect(button('Delete (1)')).toBeTruthy()

  await user.click(checkbox(everyRow))
  expect(checkbox(everyRow)).toMatchObject({ checked: true, indeterminate: false })
  expect(screen.getByText('10 of 25 row(s) selected.')).toBeTruthy()

  await user.click(button('Go to next page'))
  expect(checkbox(everyRow)).toMatchObject({ checked: false, indeterminate: false })
  await user.click(checkbox('Select Item 11'))
  expect(button('Delete (11)')).toBeTruthy()
  await user.click(button('Go to previous page'))
  await user.click(checkbox(everyRow))
  expect(button('Delete (1)')).toBeTruthy()
})

test('the selection follows its records when a refetch reorders them', async () => {
  const rows = createItems(5)
  const onDelete = vi.fn<(ids: number[]) => void>()
  const { user, checkbox, button, show, names, searchBox } = openItems({ rows, onDelete })
  await user.click(checkbox('Select Item 2'))
  await user.click(checkbox('Select Item 4'))
  // Below the pointer the rows would keep their places.
  await user.click(searchBox())
  show({ rows: rows.map((row) => ({ ...row })).toReversed(), onDelete })
  expect(names()[0]).toBe('Item 5')
  expect(checkbox('Select Item 2').checked).toBe(true)
  await user.click(button('Delete (2)'))
  expect(onDelete.mock.calls).toEqual([[[4, 2]]])
})

test('the selection drops a deleted record, even if it comes back', async () => {
  const rows = createItems(5)
  const onDelete = () => {}
  const { user, checkbox, button, show } = openItems({ rows, onDelete })
  await user.click(checkbox('Select Item 2'))
  await user.click(checkbox('Select Item 4'))
  show({ rows: rows.filter(({ id }) => id !== 2), onDelete })
  expect(button('Delete (1)')).toBeTruthy()
  show({ rows: [...rows], onDelete })
  expect(button('Delete (1)')).toBeTruthy()
  expect(checkbox('Select Item 2').checked).toBe(false)
})

test('bulk delete leaves out selected rows that the search hides', async () => {
  const onDelete = vi.fn<(ids: number[]) => void>()
  const { user, checkbox, button, searchBox } = openItems({ rows: createItems(12), onDelete })
  await user.click(checkbox(everyRow))
  await user.type(searchBox(), '1')
  expect(screen.getByText('2 of 4 row(s) selected.')).toBeTruthy()
  await user.click(button('Delete (2)'))
  expect(onDelete.mock.calls).toEqual([[[1, 10]]])
  await user.type(searchBox(), '2')
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
  await user.click(button('Reset'))
  expect(button('Delete (10)')).toBeTruthy()
})

// @holds spec 2.85
test('the delete button shows that it is deleting and ignores a second press', async () => {
  const rows = createItems(3)
  const onDelete = vi.fn<(ids: number[]) => void>()
  const { user, checkbox, button, show } = openItems({ rows, onDelete })
  await user.click(checkbox('Select Item 2'))
  show({ rows, onDelete, isDeleting: true })
  button('Deleting...').focus()
  await user.keyboard('{Enter}')
  expect(onDelete).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button('Deleting...'))
})

test('a read-only table has no checkboxes', () => {
  const { names } = openItems({ rows: createItems(25), isRead: true })
  expect(names()).toHaveLength(10)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe('Name')
  expect(screen.getByText('25 row(s)')).toBeTruthy()
})
