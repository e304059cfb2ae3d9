import type { ImportedRow, ImportJob, ImportPreview } from '@stockie/contracts'
import { screen } from '@testing-library/react'

import { ok, stubApi } from '../api-stub'
import { owner, renderApp } from '../app-harness'

const counts = { new: 95, changed: 3, unchanged: 1, refused: 2, duplicates: 1 }

/** An uploaded file of products with four columns. The last column is not matched. */
export const uploadedJob: ImportJob = {
  id: 7,
  resource: 'products',
  fileName: 'products.csv',
  state: 'uploaded',
  done: 0,
  total: 0,
  error: null,
  rowCount: 102,
  columns: ['Item', 'Price', 'Details', 'Vendor'],
  sample: [
    ['', '24', '', 'Acme'],
    ['Fountain pen', '24', 'Blue', 'Acme'],
  ],
  mapping: { name: [0], price: [1] },
  // As the API answers before the first preview.
  options: {} as ImportJob['options'],
  counts: null,
  version: 0,
  newCategoryCount: 0,
  newCategories: [],
  notes: [],
  undo: null,
  createdAt: '2026-11-26T10:00:00.000Z',
  createdByName: 'Olivia Owner',
  committedAt: null,
}

function importedRow(line: number, row: Partial<ImportedRow>): ImportedRow {
  return { line, values: {}, record: null, changes: [], problems: [], candidates: [], ...row }
}

export const preview: ImportPreview = {
  ...uploadedJob,
  state: 'previewed',
  counts,
  version: 1,
  newCategoryCount: 1,
  newCategories: ['Pens'],
  notes: ['Sales may have to be repeated meanwhile.'],
  rows: {
    new: [importedRow(2, { values: { name: 'Fountain pen', price: 2400 } })],
    changed: [
      importedRow(3, {
        values: { name: 'Mug', price: 26 },
        record: { id: 31, name: 'Mug' },
        changes: [{ field: 'price', before: 24, after: 26 }],
      }),
    ],
    unchanged: [importedRow(4, { record: { id: 32, name: 'Cup' } })],
    refused: [
      importedRow(5, {
        values: { name: 'Ink', price: null },
        problems: [{ field: 'price', message: 'Price must be a positive integer' }],
        candidates: [
          { id: 40, name: 'Ink' },
          { id: 41, name: 'Ink' },
        ],
      }),
    ],
    duplicates: [
      importedRow(6, {
        values: { name: 'Mug' },
        problems: [{ field: null, message: 'It is the same as row 3' }],
      }),
    ],
  },
}

export const committingJob: ImportJob = {
  ...uploadedJob,
  state: 'committing',
  counts,
  done: 49,
  total: 98,
}

export const committedJob: ImportJob = {
  ...committingJob,
  state: 'committed',
  done: 98,
  committedAt: '2026-11-26T10:05:00.000Z',
}

export const revertedJob: ImportJob = {
  ...committedJob,
  state: 'reverted',
  undo: {
    deleted: 94,
    changedBack: 3,
    kept: 1,
    keptRecords: [
      { id: 50, name: 'Fountain pen', resource: 'products', reason: 'It was sold since.' },
    ],
  },
}

const upload = 'POST /imports?resource=products&fileName=products.csv'

/** Opens the import of the products. `uploadFile` chooses a file, and `showPreview` goes on to the preview. */
export async function openImport(answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': ok([]),
    'GET /categories': ok([]),
    [upload]: ok(uploadedJob),
    'GET /imports/7': ok(uploadedJob),
    'PUT /imports/7': ok(preview),
    ...answers,
  })
  const { user } = renderApp('/product', 't1')
  const [button] = await screen.findAllByRole('button', { name: 'Import' })
  if (!button) throw new Error('There is no button Import.')
  await user.click(button)
  await screen.findByRole('dialog', { name: 'Import products' })

  function chooseFile(file = new File(['Item,Price\nFountain pen,24\n'], 'products.csv')) {
    return user.upload(screen.getByLabelText('File to import'), file)
  }

  async function uploadFile() {
    await chooseFile()
    await screen.findByRole('region', { name: 'Match columns' })
  }

  async function showPreview() {
    await uploadFile()
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await screen.findByRole('region', { name: 'Preview' })
  }

  return {
    user,
    calls,
    chooseFile,
    uploadFile,
    showPreview,
    named: (name: string) => calls.filter((call) => call.name === name),
    uploads: () => calls.filter(({ name }) => name === upload),
  }
}
