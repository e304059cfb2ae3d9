import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, refuse, stubApi } from '@/test/api-stub'
import { owner, renderApp } from '@/test/app-harness'
import { committedJob, committingJob, revertedJob, uploadedJob } from '@/test/screens/import-screen'

function openTab(answers: Parameters<typeof stubApi>[0], role = 1) {
  const calls = stubApi({ 'POST /auth/verify': ok({ user: { ...owner, role } }), ...answers })
  return { calls, ...renderApp('/profile?tab=imports', 't1') }
}

test('a manager has the tab of imports but not those of the owner', async () => {
  openTab({ 'GET /imports': ok([]) }, 2)
  expect(await screen.findByText('There are no imports yet.')).toBeTruthy()
  const tabs = within(screen.getByRole('navigation', { name: 'Profile' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Account', 'Imports'])
})

test('a cashier has no tabs, and sees the account instead', async () => {
  const { calls } = openTab({}, 3)
  expect(await screen.findByLabelText('Current password')).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Profile' })).toBeNull()
  expect(calls.filter(({ name }) => name === 'GET /imports')).toEqual([])
})

test('the list says what each import did, and offers what can be done with it', async () => {
  openTab({
    'GET /imports': ok([
      { ...uploadedJob, id: 12, fileName: 'new.csv' },
      { ...committingJob, id: 11, fileName: 'running.csv' },
      { ...committedJob, id: 10, fileName: 'done.csv' },
      { ...revertedJob, id: 9, fileName: 'undone.csv' },
      { ...uploadedJob, id: 8, fileName: 'bad.csv', state: 'failed', error: 'Row 3: deleted.' },
    ]),
  })
  const list = await screen.findByRole('list', { name: 'Imports' })
  const items = within(list)
    .getAllByRole('listitem')
    .map((item) => ({
      state: item.querySelectorAll('p span')[1]?.textContent,
      done: item.querySelectorAll('p')[1]?.textContent,
      buttons: within(item)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    }))
  expect(items).toEqual([
    {
      state: 'Not imported',
      done: '102 rows in the file.',
      buttons: ['Continue of the import of new.csv'],
    },
    {
      state: 'Importing',
      done: '102 rows in the file.',
      buttons: ['Details of the import of running.csv'],
    },
    {
      state: 'Imported',
      done: '95 products added, 3 products changed. 1 row unchanged, 2 rows refused, 1 duplicate.',
      buttons: ['Details of the import of done.csv', 'Undo import of done.csv'],
    },
    {
      state: 'Undone',
      done: '94 records deleted, 3 changed back, 1 left alone.',
      buttons: ['Details of the import of undone.csv'],
    },
    {
      state: 'Failed',
      done: 'Row 3: deleted. Nothing was stored.',
      buttons: ['Continue of the import of bad.csv'],
    },
  ])
  expect(screen.getByRole('progressbar', { name: 'Importing: 49 of 98 products' })).toBeTruthy()
})

test('the progress of an import that runs elsewhere is followed @long', async () => {
  let job: object = committingJob
  openTab({ 'GET /imports': () => ok([job])() })
  await screen.findByRole('progressbar')
  job = committedJob
  // The live updates would read the list, too, but not before eight seconds.
  expect(await screen.findByText('Imported', {}, { timeout: 6000 })).toBeTruthy()
})

test('the details of an undone import list what was left alone', async () => {
  const { user } = openTab({ 'GET /imports': ok([revertedJob]), 'GET /imports/7': ok(revertedJob) })
  await user.click(await screen.findByRole('button', { name: /^Details/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Import products' })
  expect(within(dialog).getByText('It was sold since.')).toBeTruthy()
})

test('an import that was not finished goes on at its columns', async () => {
  const { user } = openTab({ 'GET /imports': ok([uploadedJob]), 'GET /imports/7': ok(uploadedJob) })
  await user.click(await screen.findByRole('button', { name: /^Continue/ }))
  expect(await screen.findByLabelText('Column of Product Name')).toHaveProperty('value', '0')
})

test('an import is undone from the list', async () => {
  let job: object = committedJob
  const { user, calls } = openTab({
    'GET /imports': () => ok([job])(),
    'GET /imports/7': () => ok(job)(),
    'POST /imports/7/revert': () => {
      job = revertedJob
      return ok({ ...committedJob, state: 'reverting' })()
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Undo import of products.csv' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Undo import' }))
  await user.click(question.getByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('Undone')).toBeTruthy()
  expect(calls.filter(({ name }) => name.startsWith('POST /imports'))).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a list that cannot be loaded is tried again', async () => {
  const answers = [refuse(500), ok([committedJob])]
  const { user } = openTab({ 'GET /imports': () => (answers.shift() ?? refuse(500))() })
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load imports.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('products.csv')).toBeTruthy()
})
