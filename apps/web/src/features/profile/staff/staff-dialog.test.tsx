import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { never, ok, stubApi } from '@/test/api-stub'

afterEach(() => {
  vi.useRealTimers()
})

test('the owner can stop waiting for the answer to a new account', async () => {
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /users': ok([]),
    'GET /shop': ok({ secondFactorRequired: false, version: 1 }),
    'POST /users': never,
  })
  const { user } = renderApp('/profile?tab=staff', 't1')
  await user.click(await screen.findByRole('button', { name: 'Add account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Account' }))
  await user.type(dialog.getByLabelText('Name'), 'Mia')
  await user.type(dialog.getByLabelText('Email'), 'mia@stockie.test')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await user.click(dialog.getByRole('button', { name: 'Stop waiting' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Error: You stopped waiting\./)
})
