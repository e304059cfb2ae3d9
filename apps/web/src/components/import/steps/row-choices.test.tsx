import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { delayAnswer, ok, refuse } from '@/test/api-stub'
import { openImport, preview } from '@/test/screens/import-screen'

const commit = 'POST /imports/7/commit'

test('a choice for a row keeps its place, and Import waits for an updated preview', async () => {
  const chosen = {
    ...preview,
    counts: { new: 95, changed: 4, unchanged: 1, refused: 1, duplicates: 1 },
  }
  const answers = [ok(preview), ok(chosen)]
  const { showPreview, user, named } = await openImport({
    'PUT /imports/7': () => (answers.shift() ?? refuse(500))(),
  })
  await showPreview()
  await user.click(screen.getByRole('tab', { name: 'Refused (2)' }))
  const select = screen.getByLabelText('Import row 5 as')
  const options = within(select).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'As suggested',
    'Add as new',
    'Leave out',
    'Ink (ID 40)',
    'Ink (ID 41)',
  ])
  // On Windows and Linux, each arrow key in a closed select is a choice.
  for (const choice of ['Leave out', 'Ink (ID 40)', 'Ink (ID 41)']) {
    await user.selectOptions(select, choice)
    expect(screen.getByLabelText('Import row 5 as')).toBe(select)
  }
  expect(screen.queryByRole('button', { name: /^Import 98/ })).toBeNull()
  expect(named('PUT /imports/7')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Update preview' }))
  await screen.findByRole('tab', { name: 'Refused (1)', selected: true })
  expect(named('PUT /imports/7').at(-1)).toMatchObject({
    body: { options: { choices: [{ line: 5, choice: 41 }] } },
  })
  expect(screen.getByRole('button', { name: 'Import 99 products' })).toBeTruthy()
  expect(screen.getByText('You chose for 1 row. Row 5 is under Refused.')).toBeTruthy()
})

test('the second half of a double click on Update preview imports nothing @long', async () => {
  const { showPreview, user, named } = await openImport()
  await showPreview()
  await user.selectOptions(screen.getByLabelText('Import row 2 as'), 'Leave out')
  const update = screen.getByRole('button', { name: 'Update preview' })
  fireEvent.click(update, { detail: 1 })
  const button = await screen.findByRole('button', { name: 'Import 98 products' })
  fireEvent.click(button, { detail: 2 })
  expect(button.getAttribute('aria-disabled')).toBe('false')
  expect(named(commit)).toEqual([])
  expect(named('PUT /imports/7')).toHaveLength(2)
})

test('all choices can be taken back at once, and then no update is needed @long', async () => {
  const { showPreview, user, named } = await openImport()
  await showPreview()
  await user.selectOptions(screen.getByLabelText('Import row 2 as'), 'Leave out')
  expect(
    screen.getByText('You chose for 1 row. Update the preview to see what the import would do.'),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use the suggestions again' }))
  expect(screen.getByRole('button', { name: 'Import 98 products' })).toBeTruthy()
  expect(screen.getByLabelText('Import row 2 as')).toHaveProperty('value', '')
  expect(named('PUT /imports/7')).toHaveLength(1)
})

test('a choice during an update needs another update @long', async () => {
  const { answer, release } = delayAnswer(ok(preview))
  const answers = [ok(preview), answer]
  const { showPreview, user } = await openImport({
    'PUT /imports/7': () => (answers.shift() ?? refuse(500))(),
  })
  await showPreview()
  await user.selectOptions(screen.getByLabelText('Import row 2 as'), 'Leave out')
  const button = screen.getByRole('button', { name: 'Update preview' })
  await user.click(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.selectOptions(screen.getByLabelText('Import row 2 as'), 'Add as new')
  release()
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  expect(button.textContent).toBe('Update preview')
})

test('a failed update stops the import until it is tried again @long', async () => {
  const answers = [ok(preview), refuse(500, { detail: 'The server failed.' }), ok(preview)]
  const { showPreview, user } = await openImport({
    'PUT /imports/7': () => (answers.shift() ?? refuse(500))(),
  })
  await showPreview()
  await user.selectOptions(screen.getByLabelText('Import row 2 as'), 'Leave out')
  const button = screen.getByRole('button', { name: 'Update preview' })
  await user.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('Error: The server failed.')
  expect(button.textContent).toBe('Update preview')
  await user.click(button)
  expect(await screen.findByRole('button', { name: 'Import 98 products' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a preview that another tab has replaced needs an update @long', async () => {
  let { version } = preview
  const { showPreview, user } = await openImport({
    [commit]: () => {
      version += 1
      return refuse(409, { detail: 'This import has a newer preview. Preview the file again.' })()
    },
    'GET /imports/7': () => ok({ ...preview, version })(),
  })
  await showPreview()
  await user.click(screen.getByRole('button', { name: 'Import 98 products' }))
  expect((await screen.findByRole('alert')).textContent).toContain('newer preview')
  expect(await screen.findByRole('button', { name: 'Update preview' })).toBeTruthy()
})

test('Escape asks before it discards a choice or a changed column, and not without one @long', async () => {
  const { showPreview, user } = await openImport()
  await showPreview()
  await user.selectOptions(screen.getByLabelText('Import row 2 as'), 'Leave out')
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Discard changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText('Import row 2 as')).toHaveProperty('value', 'skip')
  await user.click(screen.getByRole('button', { name: 'Use the suggestions again' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
