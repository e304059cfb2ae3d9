import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { ok, refuse, stubApi } from '@/test/api-stub'
import { owner, renderApp } from '@/test/app-harness'

test('the page shows a command that restores, and says what FILE is', async () => {
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /backups': ok([]),
    'GET /backups/status': ok({ provedAt: null, overdue: false, hours: 50 }),
    'GET /backups/jobs': ok([]),
  })
  renderApp('/profile?tab=backups', 't1')
  expect(await screen.findByText('npm run restore -- FILE --yes')).toBeTruthy()
  expect(screen.getByText(/FILE is the backup: with npm its path/)).toBeTruthy()
})

test('the page says why the backups cannot be listed', async () => {
  const reason = 'The folder /backups may not be read by your user: give your user access to it.'
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /backups': refuse(409, { detail: reason }),
    'GET /backups/status': ok({ provedAt: null, overdue: false, hours: 50 }),
    'GET /backups/jobs': ok([]),
  })
  renderApp('/profile?tab=backups', 't1')
  expect((await screen.findByText(reason)).getAttribute('role')).toBe('alert')
})

const row = {
  bytes: 1_200_000,
  counts: {
    accounts: 1,
    customers: 0,
    suppliers: 0,
    products: 3,
    sales: 2,
    purchases: 0,
    expenses: 0,
  },
  proved: true,
}

test('the last backup is the one that the status names, not one that a wrong clock dated later', async () => {
  const provedAt = '2026-11-21T14:03:00.000Z'
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /backups': ok([
      { ...row, name: 'later', createdAt: '2028-01-01T00:00:00.000Z', bytes: 9_900_000 },
      { ...row, name: 'last', createdAt: provedAt },
    ]),
    'GET /backups/status': ok({ provedAt, overdue: false, hours: 50 }),
    'GET /backups/jobs': ok([]),
  })
  renderApp('/profile?tab=backups', 't1')
  const last = await screen.findByText(/^· 1\.2 MB$/, { selector: 'p.font-medium' })
  expect(last.querySelector('time')?.dateTime).toBe(provedAt)
})

test('the notice of an overdue backup shows on each tab of the profile but the backups @long', async () => {
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /shop': ok({ version: 1, secondFactorRequired: false }),
    'GET /users': ok([]),
    'GET /backups': ok([]),
    'GET /backups/status': ok({ provedAt: null, overdue: true, hours: 50 }),
    'GET /backups/jobs': ok([]),
  })
  const { user } = renderApp('/profile?tab=staff', 't1')
  const notice = await screen.findByRole('complementary', { name: 'Backup overdue' })
  await user.click(screen.getByRole('link', { name: 'Show the backups' }))
  expect(await screen.findByText('No backup has been verified yet.')).toBeTruthy()
  expect(notice.isConnected).toBe(false)
})

test('the notice of an overdue backup appears and disappears while nothing else changes @long', async () => {
  let overdue = true
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /shop': ok({ version: 1, secondFactorRequired: false }),
    'GET /users': ok([]),
    'GET /backups/status': () => ok({ provedAt: null, overdue, hours: 50 })(),
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderApp('/profile?tab=staff', 't1')
  const notice = await screen.findByRole('complementary', { name: 'Backup overdue' })
  overdue = false
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(notice.isConnected).toBe(false)
  vi.useRealTimers()
})
