import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, stubApi } from '@/test/api-stub'
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
