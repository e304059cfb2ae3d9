import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { ok, stubApi } from '@/test/api-stub'
import { owner, renderApp } from '@/test/app-harness'

const saved = {
  name: 'Harbour Coffee',
  address: null,
  phone: null,
  email: null,
  taxNumber: null,
  slipFooter: null,
  slipWidth: '80mm',
  hasLogo: false,
  secondFactorRequired: false,
  version: 2,
}

afterEach(() => vi.useRealTimers())

test('a save leaves alone what another owner has changed since the form was filled', async () => {
  let settings = saved
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /backups/status': ok({ provedAt: null, overdue: false, hours: 50 }),
    'GET /shop': () => ok(settings)(),
    'PUT /shop': () => ok({ ...settings, phone: '0117', version: 4 })(),
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user } = renderApp('/profile?tab=shop', 't1')
  await user.type(await screen.findByLabelText('Phone'), '0117')
  settings = { ...saved, name: 'Quay Coffee', version: 3 }
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const put = calls.find(({ name }) => name === 'PUT /shop')
  expect(put?.body).toEqual({ phone: '0117' })
})
