import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { toDay } from '@/lib/dates'
import { queuedToasts } from '@/lib/toast'
import { ok, stubApi } from '@/test/api-stub'
import { readCsv } from '@/test/exported-files'
import { createItems, openItems } from '@/test/items-table'

/** Opens the dialog over a table of items, and keeps what it saves. */
async function openExport(shown: Parameters<typeof openItems>[0], path?: string) {
  stubApi({ 'GET /shop': ok({ key: '7f3c21ab' }) })
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:saved'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  const items = openItems(shown, path)
  await items.user.click(items.button('Export'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export' }))
  return {
    ...items,
    dialog,
    names,
    exportButton: () => dialog.getByRole('button', { name: 'Export' }),
    choose: (label: string, option: string) =>
      items.user.selectOptions(dialog.getByLabelText(label), option),
    records: async (delimiter?: string) => {
      await waitFor(() => expect(files).not.toHaveLength(0))
      return readCsv(((await files.at(-1)?.text()) ?? '').replace('\uFEFF', ''), delimiter)
    },
  }
}

test('an export saves the found rows of all pages in their order, says so and closes', async () => {
  const { user, dialog, exportButton, names, records } = await openExport(
    { rows: createItems(30) },
    '/items?q=item 1&sort=price',
  )
  expect(dialog.getByText('12 rows will be written.')).toBeTruthy()
  await user.click(exportButton())
  const [titles, ...rows] = await records()
  expect(titles).toEqual(['Name', 'Note', 'Price'])
  expect(rows.map(([name]) => name)).toEqual(
    [21, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 1].map((at) => `Item ${at}`),
  )
  expect(rows.at(-1)).toEqual(['Item 1', '', '100000'])
  const name = `items-${toDay(new Date())}.csv`
  expect(names).toEqual([name])
  expect(queuedToasts.get()).toEqual([
    { kind: 'success', message: `Exported 12 rows to ${name}.`, action: undefined },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an export has only the visible columns, or all of them after the id and the key of the shop', async () => {
  localStorage.setItem('stockie-columns-items', '["note"]')
  const shown = { rows: createItems(1) }
  const first = await openExport(shown)
  await first.user.click(first.exportButton())
  expect((await first.records())[0]).toEqual(['Name', 'Price'])
  first.unmount()
  const second = await openExport(shown)
  await second.choose('Columns', 'All columns')
  await second.user.click(second.exportButton())
  expect(await second.records()).toEqual([
    ['ID 7f3c21ab', 'Name', 'Note', 'Price'],
    ['1', 'Item 1', '', '100000'],
  ])
})

test('the delimiter stays for the next export, and XLSX has none', async () => {
  const first = await openExport({ rows: createItems(1) })
  await first.choose('Delimiter', 'Semicolon')
  first.unmount()
  const { user, dialog, choose, exportButton, records } = await openExport({ rows: createItems(1) })
  await choose('Format', 'XLSX')
  expect(dialog.queryByLabelText('Delimiter')).toBeNull()
  await choose('Format', 'CSV')
  await user.click(exportButton())
  expect((await records(';'))[0]).toEqual(['Name', 'Note', 'Price'])
})

test('an empty or unloaded list says why it cannot be exported', async () => {
  const { show, user, dialog, exportButton, names } = await openExport({ rows: undefined })
  expect(dialog.getByRole('status').textContent).toBe('The rows are not loaded yet.')
  expect(exportButton().getAttribute('aria-disabled')).toBe('true')
  show({ rows: [] })
  await waitFor(() =>
    expect(dialog.getByRole('status').textContent).toBe('There are no rows to export.'),
  )
  exportButton().focus()
  await user.keyboard('{Enter}')
  expect(names).toEqual([])
  show({ rows: createItems(1) })
  await waitFor(() => expect(dialog.getByRole('status').textContent).toBe('1 row will be written.'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(names).toHaveLength(1))
})

test('a failed export says so, and Try again saves the file', async () => {
  const { user, dialog, exportButton, names } = await openExport({ rows: createItems(2) })
  vi.spyOn(URL, 'createObjectURL').mockImplementationOnce(() => {
    throw new RangeError('No memory')
  })
  await user.click(exportButton())
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Error: Failed to write the file. Please reload the page and try again.',
  )
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(names).toHaveLength(1))
})
