import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, refuse } from '@/test/api-stub'
import {
  committedJob,
  committingJob,
  openImport,
  preview,
  revertedJob,
} from '@/test/screens/import-screen'

/** The live updates would read the import, too, but not before eight seconds. */
const beforeLivePoll = { timeout: 6000 }

const commit = 'POST /imports/7/commit'
const revert = 'POST /imports/7/revert'

/** Imports a file. `setJob` changes what the next reading of the import answers. */
async function importFile(started: object, answers: Parameters<typeof openImport>[0] = {}) {
  let job: object = preview
  const setJob = (next: object) => {
    job = next
  }
  const opened = await openImport({
    [commit]: () => {
      setJob(started)
      return ok(committingJob)()
    },
    [revert]: () => {
      setJob(revertedJob)
      return ok({ ...committedJob, state: 'reverting' })()
    },
    'GET /imports/7': () => ok(job)(),
    ...answers,
  })
  await opened.showPreview()
  await opened.user.click(screen.getByRole('button', { name: 'Import 98 products' }))
  return { ...opened, setJob }
}

test('the progress follows the import until it is done, and the lists are read again @long', async () => {
  const { setJob, named } = await importFile(committingJob)
  const bar = await screen.findByRole('progressbar', { name: 'Importing: 49 of 98 products' })
  expect(bar.getAttribute('value')).toBe('50')
  // The commit itself has the lists read again, before they have changed.
  const polls = named('GET /imports/7').length
  await waitFor(() => expect(named('GET /imports/7').length).toBeGreaterThan(polls))
  const reads = named('GET /products').length
  // A screen reader announces only what changes in an element that it knows already.
  const announced = screen.getByRole('status')
  expect(announced.textContent).toBe('')
  setJob(committedJob)
  expect(await screen.findByText('The import is done.', {}, beforeLivePoll)).toBeTruthy()
  expect(announced.textContent).toContain('The import is done.95 products added')
  expect(screen.getByText('95 products added, 3 products changed.')).toBeTruthy()
  expect(screen.getByText('1 row unchanged, 2 rows refused, 1 duplicate.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download refused rows' })).toBeTruthy()
  await waitFor(() => expect(named('GET /products').length).toBeGreaterThan(reads), {
    timeout: 3000,
  })
})

test('a running import goes on if its dialog is closed', async () => {
  const { user } = await importFile(committingJob)
  await screen.findByRole('progressbar')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a failed import says why, and leads back to the columns @long', async () => {
  const error = 'Row 3: this product was deleted.'
  const { user } = await importFile({ ...committingJob, state: 'failed', error })
  expect(await screen.findByText('The import failed.')).toBeTruthy()
  expect(screen.getByText(`${error} Nothing was stored.`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Match columns' }))
  await user.click(await screen.findByRole('button', { name: 'Preview' }))
  expect(await screen.findByRole('region', { name: 'Preview' })).toBeTruthy()
})

test('an undo asks first, and then lists what was left alone @long', async () => {
  const { user, named } = await importFile(committedJob)
  await user.click(await screen.findByRole('button', { name: 'Undo import of products.csv' }))
  const question = await screen.findByRole('alertdialog', { name: 'Undo import' })
  expect(question.textContent).toContain(
    'This deletes 95 products that products.csv added, and changes 3 products back.',
  )
  expect(question.textContent).not.toContain('repeated')
  await user.keyboard('{Enter}')
  expect(named(revert)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo import of products.csv' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo import' }),
  )
  expect(await screen.findByText('The import was undone.')).toBeTruthy()
  expect(screen.getByText('94 records deleted, 3 changed back, 1 left alone.')).toBeTruthy()
  const kept = within(screen.getByRole('list', { name: 'Left alone' })).getAllByRole('listitem')
  expect(kept.map(({ textContent }) => textContent)).toEqual(['Fountain penIt was sold since.'])
  expect(named(revert)).toHaveLength(1)
})

test('the question before the undo of many products warns of delayed sales @long', async () => {
  const counts = { ...committedJob.counts, new: 4000, changed: 1001 }
  const { user } = await importFile({ ...committedJob, counts })
  await user.click(await screen.findByRole('button', { name: 'Undo import of products.csv' }))
  const question = await screen.findByRole('alertdialog', { name: 'Undo import' })
  expect(question.textContent).toContain(
    'Sales of these products wait meanwhile, and may have to be repeated.',
  )
})

test('a refused undo keeps its question and says why @long', async () => {
  const { user } = await importFile(committedJob, {
    [revert]: refuse(409, { detail: 'Another import is running.' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Undo import of products.csv' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Undo import' }))
  expect((await question.findByRole('alert')).textContent).toBe('Error: Another import is running.')
})

test('an undo that failed leaves the import as it was and says why @long', async () => {
  await importFile({ ...committedJob, error: 'The server was stopped.' })
  expect(await screen.findByText('The import is done.')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    'The undo failed. The import is as before. The server was stopped.',
  )
})
