import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { delayAnswer, ok, refuse } from '@/test/api-stub'
import { committedJob, committingJob, openImport, preview } from '@/test/screens/import-screen'

/** The live updates would read the import, too, but not before eight seconds. */
const beforeLivePoll = { timeout: 6000 }

const commit = 'POST /imports/7/commit'

function cells() {
  return screen
    .getAllByRole('cell')
    .slice(0, -1)
    .map(({ textContent }) => textContent)
}

test('the tabs show what happens to each kind of row', async () => {
  const { showPreview, user } = await openImport()
  await showPreview()
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(tabs).toEqual([
    'New (95)',
    'Changed (3)',
    'Unchanged (1)',
    'Refused (2)',
    'Duplicates (1)',
  ])
  expect(cells()).toEqual(['2', 'Fountain pen', '2,400'])
  expect(screen.getByText('The first 1 of 95 rows.')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Changed (3)' }))
  expect(cells()).toEqual(['3', 'Mug ID 31', 'Price: from 24 → to 26'])
  await user.click(screen.getByRole('tab', { name: 'Refused (2)' }))
  expect(cells()).toEqual(['5', 'Ink', 'Price: Price must be a positive integer'])
  await user.click(screen.getByRole('tab', { name: 'Duplicates (1)' }))
  expect(cells()).toEqual(['6', 'Mug', 'It is the same as row 3'])
  await user.click(screen.getByRole('tab', { name: 'Unchanged (1)' }))
  expect(cells()).toEqual(['4', 'Cup ID 32'])
})

test('the preview shows the notes and the categories that the import creates @long', async () => {
  const { showPreview } = await openImport()
  await showPreview()
  expect(screen.getByText('Sales may have to be repeated meanwhile.')).toBeTruthy()
  expect(screen.getByText('Categories that the import creates: Pens.')).toBeTruthy()
})

test('a refused row shows its text, and a hint names the option that accepts it @long', async () => {
  const [row] = preview.rows.refused
  const refused = [
    {
      ...row,
      values: { price: '12.50', categoryName: 'Pens' },
      problems: [
        { field: 'price', message: 'Price must be a positive integer' },
        { field: 'categoryName', message: 'There is no category "Pens".' },
      ],
    },
  ]
  const { showPreview, user } = await openImport({
    'PUT /imports/7': ok({ ...preview, rows: { ...preview.rows, refused } }),
  })
  await showPreview()
  await user.click(screen.getByRole('tab', { name: 'Refused (2)' }))
  expect(cells().at(-1)).toBe(
    'Price “12.50”: Price must be a positive integerCategory “Pens”: There is no category "Pens".',
  )
  const hints = [
    'Some categories do not exist. Go back and tick “Create missing categories”.',
    'Some amounts have cents. Go back and tick “Round to whole dollars”.',
  ]
  for (const hint of hints) expect(screen.getByText(hint)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.click(screen.getByLabelText('Create missing categories'))
  await user.click(screen.getByLabelText('Round to whole dollars'))
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await screen.findByRole('region', { name: 'Preview' })
  for (const hint of hints) expect(screen.queryByText(hint)).toBeNull()
})

test('Back leads to the columns, which stay as they were @long', async () => {
  const { showPreview, user } = await openImport()
  await showPreview()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByLabelText('Column of Product Name')).toHaveProperty('value', '0')
})

test('nothing can be imported if no row is new or changed @long', async () => {
  const counts = { new: 0, changed: 0, unchanged: 102, refused: 0, duplicates: 0 }
  const { showPreview, user, named } = await openImport({
    'PUT /imports/7': ok({ ...preview, counts }),
  })
  await showPreview()
  expect(screen.getByRole('tab', { name: 'Unchanged (102)', selected: true })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Nothing to import' }))
  expect(named(commit)).toEqual([])
})

test('two clicks on Import commit once', async () => {
  let job: object = preview
  const { answer, release } = delayAnswer(() => {
    job = committingJob
    return ok(job)()
  })
  const { showPreview, user, named } = await openImport({
    [commit]: answer,
    'GET /imports/7': () => ok(job)(),
  })
  await showPreview()
  await user.dblClick(screen.getByRole('button', { name: 'Import 98 products' }))
  release()
  await screen.findByText('Importing: 49 of 98 products')
  expect(named(commit)).toHaveLength(1)
})

test('a retry of the commit has the same key, and that of another preview a new one @long', async () => {
  const { showPreview, user, named } = await openImport({
    [commit]: refuse(409, { detail: 'Another import is running. Wait until it is done.' }),
    'GET /imports/7': ok(preview),
  })
  await showPreview()
  const button = screen.getByRole('button', { name: 'Import 98 products' })
  for (const count of [1, 2]) {
    await user.click(button)
    await waitFor(() => expect(named(commit)).toHaveLength(count))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Error: Another import is running. Wait until it is done.',
    )
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  }
  await user.selectOptions(screen.getByLabelText('Import row 2 as'), 'Leave out')
  await user.click(screen.getByRole('button', { name: 'Update preview' }))
  await user.click(await screen.findByRole('button', { name: 'Import 98 products' }))
  await waitFor(() => expect(named(commit)).toHaveLength(3))
  const [first, second, third] = named(commit).map(({ key }) => key)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('an import whose answer was lost shows its result', async () => {
  let job = preview as object
  const { showPreview, user } = await openImport({
    [commit]: () => {
      job = committedJob
      throw new TypeError('Failed to fetch')
    },
    'GET /imports/7': () => ok(job)(),
  })
  await showPreview()
  await user.click(screen.getByRole('button', { name: 'Import 98 products' }))
  expect(await screen.findByText('The import is done.', {}, beforeLivePoll)).toBeTruthy()
})

test('the refused rows are saved as a file @long', async () => {
  const saved: [string, string][] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:rows')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push([this.download, this.href])
  })
  const { showPreview, user, named } = await openImport({
    'GET /imports/7/refused': () => new Response('Item,Reason\n'),
  })
  await showPreview()
  await user.click(screen.getByRole('button', { name: 'Download refused rows' }))
  await waitFor(() => expect(saved).toEqual([['products-refused.csv', 'blob:rows']]))
  expect(named('GET /imports/7/refused')).toMatchObject([{ token: 't1' }])
})
