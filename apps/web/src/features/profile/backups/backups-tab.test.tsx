import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

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
