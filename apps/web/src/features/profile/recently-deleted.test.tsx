import type { DeletedRecord } from '@stockie/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { delayAnswer, ok, okPage, refuse, stubApi } from '@/test/api-stub'

function deleted(id: number, changes: Partial<DeletedRecord> = {}): DeletedRecord {
  return {
    resource: 'customers',
    id,
    name: `Customer ${id}`,
    date: null,
    amount: null,
    deletedAt: '2026-11-21T09:30:00.000Z',
    deletedBy: 'Samuel Okafor',
    batch: `batch-${id}`,
    batchCount: 1,
    ...changes,
  }
}

const sale = deleted(12, {
  resource: 'sales',
  name: 'Carla Cruz',
  date: '2026-11-20',
  amount: 7250,
})
const path = 'GET /deleted?parked=true&page=1&pageSize=50'

async function openProfile(answers: Parameters<typeof stubApi>[0], user = owner) {
  const calls = stubApi({ 'POST /auth/verify': ok({ user }), ...answers })
  const view = renderApp('/profile', 't1')
  await screen.findByLabelText('Current password')
  return { ...view, calls }
}

const restoreButton = (name: string) => screen.findByRole('button', { name })

test('deleted records show when and by whom, and a sale its number, day and total', async () => {
  await openProfile({ [path]: okPage([sale, deleted(3)]) })
  const button = await restoreButton('Restore Sale 12')
  const list = within(screen.getByRole('list', { name: 'Deleted records' }))
  const [first, second] = list.getAllByRole('listitem')
  expect(first?.textContent).toMatch(
    /^Carla CruzSale 12 · \$7,250.00 · 20 Nov 2026Deleted \d\d Nov 2026, \d\d:\d\d by Samuel Okafor/,
  )
  expect(second?.textContent).toMatch(/^Customer 3CustomerDeleted /)
  expect(first?.contains(button)).toBe(true)
})

test('a deleted parked sale shows its total and can be restored @long', async () => {
  const parked = deleted(6, { resource: 'parked-sales', name: 'Blue jacket', amount: 58.5 })
  const answers = [okPage([parked]), okPage([])]
  const { user } = await openProfile({
    [path]: () => (answers.shift() ?? refuse(500))(),
    'POST /parked-sales/restore': ok({ count: 1 }),
  })
  const button = await restoreButton('Restore Parked sale Blue jacket')
  expect(button.closest('li')?.textContent).toContain('Blue jacketParked sale · $58.50Deleted')
  await user.click(button)
  expect(await screen.findByText('Parked sale Blue jacket restored.')).toBeTruthy()
})

test('restoring a record moves the focus to the next restore button', async () => {
  const answers = [okPage([sale, deleted(3)]), okPage([deleted(3)])]
  const { user, calls } = await openProfile({
    [path]: () => (answers.shift() ?? refuse(500))(),
    'POST /sales/restore': ok({ count: 1 }),
  })
  await user.dblClick(await restoreButton('Restore Sale 12'))
  expect(await screen.findByText('Sale 12 restored.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Carla Cruz')).toBeNull())
  const next = await restoreButton('Restore Customer Customer 3')
  await waitFor(() => expect(document.activeElement).toBe(next))
  const sent = calls.filter(({ name }) => name.startsWith('POST /sales'))
  expect(sent.map(({ body }) => body)).toEqual([{ ids: [12] }])
})

test('a restore button stays below the pointer while others delete records @long', async () => {
  const answers = [okPage([deleted(3)]), okPage([sale, deleted(3)]), okPage([sale])]
  const { user } = await openProfile({
    [path]: () => (answers.shift() ?? refuse(500))(),
    'POST /customers/restore': ok({ count: 1 }),
  })
  const restore = await restoreButton('Restore Customer Customer 3')
  await user.hover(restore)
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => expect(answers).toHaveLength(1))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.queryByText('Carla Cruz')).toBeNull()
  // The own restore shows at once.
  await user.click(restore)
  expect(await screen.findByText('Carla Cruz')).toBeTruthy()
  await waitFor(() => expect(restore.isConnected).toBe(false))
})

test('a restored record disappears below the pointer, even if the list was read during the restore @long', async () => {
  const others = deleted(3)
  const lists = {
    before: okPage([sale, others]),
    // A changed text shows that this list has arrived.
    changed: okPage([sale, { ...others, deletedBy: 'Mia' }]),
    after: okPage([{ ...others, deletedBy: 'Mia' }]),
  }
  let list = lists.before
  const restored = delayAnswer(ok({ count: 1 }))
  const { user, calls } = await openProfile({
    [path]: () => list(),
    'POST /sales/restore': restored.answer,
  })
  const reads = () => calls.filter(({ name }) => name === path).length
  const restore = await restoreButton('Restore Sale 12')
  await user.click(restore)
  // The list is read twice during the restore: before the record is restored, and after.
  list = lists.changed
  fireEvent(window, new Event('online'))
  expect(await screen.findByText(/by Mia$/)).toBeTruthy()
  list = lists.after
  const before = reads()
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(reads()).toBe(before + 1))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(restore.isConnected).toBe(true)
  await act(async () => restored.release())
  await waitFor(() => expect(restore.isConnected).toBe(false))
})

test('another kind appears at once, also below the pointer', async () => {
  const { user } = await openProfile({
    [path]: okPage([sale, deleted(3)]),
    'GET /deleted?resource=customers&page=1&pageSize=50': okPage([deleted(3)]),
  })
  await user.hover(await restoreButton('Restore Sale 12'))
  fireEvent.change(screen.getByLabelText('Show deleted'), { target: { value: 'customers' } })
  await waitFor(() => expect(screen.queryByText('Carla Cruz')).toBeNull())
  expect(screen.getByText('Customer 3')).toBeTruthy()
})

test('a restored record disappears if another kind was being loaded during the restore', async () => {
  const loaded = delayAnswer(okPage([deleted(3), deleted(4)]))
  const answers = [loaded.answer, okPage([deleted(4)])]
  const { user } = await openProfile({
    [path]: okPage([deleted(3), deleted(4)]),
    'GET /deleted?resource=customers&page=1&pageSize=50': () => (answers.shift() ?? refuse(500))(),
    'POST /customers/restore': ok({ count: 1 }),
  })
  const restore = await restoreButton('Restore Customer Customer 3')
  await user.selectOptions(screen.getByLabelText('Show deleted'), 'Customers')
  await user.click(restore)
  expect(await screen.findByText('Customer Customer 3 restored.')).toBeTruthy()
  // This answer is older than the restore.
  await act(async () => loaded.release())
  await waitFor(() => expect(restore.isConnected).toBe(false))
  expect(document.activeElement).toBe(await restoreButton('Restore Customer Customer 4'))
})

test('restoring a bulk deletion includes the records that are not loaded yet @long', async () => {
  const batch = { batch: 'b1', batchCount: 1200 }
  const createRecords = (from: number, length: number) =>
    Array.from({ length }, (_, index) => deleted(from + index, batch))
  const answers = [okPage(createRecords(1, 50), 1201), okPage([sale])]
  const { user, calls } = await openProfile({
    [path]: () => (answers.shift() ?? refuse(500))(),
    'POST /customers/restore': ok({ count: 1200 }),
  })
  const group = within(await screen.findByRole('region', { name: /^1,200 customers/ }))
  expect(group.getAllByRole('listitem')).toHaveLength(50)
  await user.click(group.getByRole('button', { name: 'Restore all 1,200 customers' }))
  expect(await screen.findByText('1,200 customers restored.')).toBeTruthy()
  const { body } = calls.find(({ name }) => name === 'POST /customers/restore') ?? {}
  expect(body).toEqual({ batch: 'b1' })
  const next = await restoreButton('Restore Sale 12')
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('a failed restore leaves the list unchanged and can be retried', async () => {
  const restores = [refuse(500), ok({ count: 1 })]
  const lists = [okPage([sale]), okPage([])]
  const { user } = await openProfile({
    [path]: () => (lists.shift() ?? refuse(500))(),
    'POST /sales/restore': () => (restores.shift() ?? refuse(500))(),
  })
  const button = await restoreButton('Restore Sale 12')
  await user.click(button)
  // A toast under the pointer stays, so a slow machine does not miss it.
  await user.hover(await screen.findByText('Failed to restore Sale 12. Please try again.'))
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  expect(document.activeElement).toBe(button)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing is deleted.')).toBeTruthy()
})

test.each([
  ['record', [sale], 'Restore Sale 12'],
  [
    'bulk deletion',
    [deleted(1, { batch: 'b1', batchCount: 2 }), deleted(2, { batch: 'b1', batchCount: 2 })],
    'Restore all 2 customers',
  ],
])(
  'a restore of a %s that can never work says why, and offers no retry @long',
  async (_, rows, name) => {
    const detail = 'More would be returned than was sold. Other returns have these items by now.'
    const { user } = await openProfile({
      [path]: okPage(rows),
      'POST /sales/restore': refuse(409, { detail }),
      'POST /customers/restore': refuse(409, { detail }),
    })
    await user.click(await restoreButton(name))
    expect(await screen.findByText(detail)).toBeTruthy()
    expect(screen.queryByText(/^Failed to restore/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
)

test('a restore button is enabled again if the list fails to refetch', async () => {
  const lists = [okPage([deleted(4)])]
  const { user } = await openProfile({
    [path]: () => (lists.shift() ?? refuse(500))(),
    'POST /customers/restore': ok({ count: 1 }),
  })
  const button = await restoreButton('Restore Customer Customer 4')
  await user.click(button)
  expect(await screen.findByText('Customer Customer 4 restored.')).toBeTruthy()
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  expect(document.activeElement).toBe(button)
})

test('filtering by kind keeps the old rows until the new ones are loaded', async () => {
  const { user } = await openProfile({
    [path]: okPage([sale, deleted(3)]),
    'GET /deleted?resource=suppliers&page=1&pageSize=50': async () => {
      expect(screen.getByText('Carla Cruz')).toBeTruthy()
      return okPage([])()
    },
  })
  await screen.findByText('Carla Cruz')
  await user.selectOptions(screen.getByLabelText('Show deleted'), 'Suppliers')
  expect(await screen.findByText('No deleted suppliers.')).toBeTruthy()
  expect(screen.queryByText('Carla Cruz')).toBeNull()
})

test('the list of deleted records reports a failed request and can retry it', async () => {
  const answers = [refuse(500), okPage([sale])]
  const { user } = await openProfile({ [path]: () => (answers.shift() ?? refuse(500))() })
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load deleted records.')
  const page = within(screen.getByRole('main'))
  await user.click(page.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Carla Cruz')).toBeTruthy()
})

test.each([2, 3])('role %d neither sees nor requests deleted records', async (role) => {
  const { calls } = await openProfile({}, { ...owner, role })
  expect(screen.queryByText('Recently deleted')).toBeNull()
  expect(calls.map(({ name }) => name)).toEqual(['POST /auth/verify'])
})
