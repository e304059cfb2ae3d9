import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, refuse } from '@/test/api-stub'
import { openImport, preview, uploadedJob } from '@/test/screens/import-screen'

const group = (name: string) => within(screen.getByRole('group', { name }))

test('each field shows its column and the first value of the file', async () => {
  const { uploadFile } = await openImport()
  await uploadFile()
  const name = group('Product Name')
  expect(name.getByLabelText('Column of Product Name')).toHaveProperty('value', '0')
  expect(name.getByText('Fountain pen')).toBeTruthy()
  expect(name.getByText('(required)')).toBeTruthy()
  expect(group('Cost').getByText('New records need it.')).toBeTruthy()
  expect(screen.getByText('Left out: Details, Vendor.')).toBeTruthy()
})

test('a field with a default needs no column @long', async () => {
  const { uploadFile, user } = await openImport()
  await uploadFile()
  const cost = group('Cost')
  await user.type(cost.getByLabelText('If empty, Cost'), '1')
  expect(cost.queryByText('New records need it.')).toBeNull()
})

test('the preview is asked for with the chosen columns, defaults and options @long', async () => {
  const { uploadFile, user, named } = await openImport()
  await uploadFile()
  await user.click(screen.getByRole('button', { name: 'Add column to Product Name' }))
  await user.selectOptions(screen.getByLabelText('Column 2 of Product Name'), 'Vendor')
  await user.selectOptions(screen.getByLabelText('Column of Price'), 'Not in the file')
  await user.selectOptions(screen.getByLabelText('Column of Description'), 'Details')
  await user.type(screen.getByLabelText('If empty, Category'), 'Imported')
  await user.selectOptions(screen.getByLabelText('Find existing products by'), 'Code')
  await user.click(screen.getByLabelText('Create missing categories'))
  await user.click(screen.getByLabelText('Round to whole dollars'))
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await screen.findByRole('region', { name: 'Preview' })
  expect(named('PUT /imports/7')).toMatchObject([
    {
      body: {
        mapping: { name: [0, 3], description: [2] },
        options: {
          matchBy: 'code',
          createCategories: true,
          roundAmounts: true,
          dateOrder: 'auto',
          defaults: { categoryName: 'Imported' },
          choices: [],
        },
      },
    },
  ])
})

test('a further column that is taken away returns the focus to the first one @long', async () => {
  const { uploadFile, user } = await openImport()
  await uploadFile()
  await user.click(screen.getByRole('button', { name: 'Add column to Product Name' }))
  await user.selectOptions(screen.getByLabelText('Column 2 of Product Name'), 'Not in the file')
  expect(screen.queryByLabelText('Column 2 of Product Name')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Column of Product Name'))
})

test('columns of one header, and columns without any, have their number @long', async () => {
  const columns = ['Item', 'Price', 'Price', ' ']
  const { uploadFile } = await openImport({
    'POST /imports?resource=products&fileName=products.csv': ok({ ...uploadedJob, columns }),
    'GET /imports/7': ok({ ...uploadedJob, columns }),
  })
  await uploadFile()
  const options = within(screen.getByLabelText('Column of Price')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Not in the file',
    'Item',
    'Price (column 2)',
    'Price (column 3)',
    'Column 4',
  ])
})

test('another file can be chosen, and the next Escape asks nothing @long', async () => {
  const { uploadFile, user } = await openImport()
  await uploadFile()
  await user.selectOptions(screen.getByLabelText('Column of Price'), 'Not in the file')
  await user.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(await screen.findByRole('region', { name: 'Choose a file' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a preview needs at least one column @long', async () => {
  const job = { ...uploadedJob, mapping: {} }
  const { uploadFile, user, named } = await openImport({
    'POST /imports?resource=products&fileName=products.csv': ok(job),
    'GET /imports/7': ok(job),
  })
  await uploadFile()
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(screen.getByRole('alert').textContent).toContain('Match at least one column.')
  expect(named('PUT /imports/7')).toEqual([])
})

test('a refused mapping keeps the columns and shows each reason once @long', async () => {
  const errors = [
    { path: 'mapping.price', message: 'There is no such column' },
    { path: 'mapping.cost', message: 'There is no such column' },
  ]
  const answers = [refuse(422, { detail: 'Invalid input', errors }), ok(preview)]
  const { uploadFile, user } = await openImport({
    'PUT /imports/7': () => (answers.shift() ?? refuse(500))(),
  })
  await uploadFile()
  await user.selectOptions(screen.getByLabelText('Column of Description'), 'Details')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Error: There is no such column')
  expect(screen.getByLabelText('Column of Description')).toHaveProperty('value', '2')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await screen.findByRole('region', { name: 'Preview' })
})
