import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, stubApi } from '@/test/api-stub'

const mustSetUp = { ...owner, mustSetUpSecondFactor: true }
const withFactor = { ...owner, secondFactor: true }
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const begun = { secret, otpauthUrl: `otpauth://totp/Stockie:owner%40stockie.test?secret=${secret}` }
const recoveryCodes = ['k7mq-t2xw-9rfd']

test('an account that must set up a second factor sees only the setup, then its recovery codes, then the page', async () => {
  const users = [mustSetUp, withFactor]
  const calls = stubApi({
    'POST /auth/verify': () => ok({ user: users.length > 1 ? users.shift() : users[0] })(),
    'POST /auth/second-factor': ok(begun),
    'POST /auth/second-factor/confirm': ok({ recoveryCodes }),
    'GET /customers': ok([]),
  })
  const { user } = renderApp('/customer', 't1')
  await screen.findByRole('dialog', { name: 'Second Factor Required' })
  await user.keyboard('{Escape}')
  expect(calls.map(({ name }) => name)).toEqual(['POST /auth/verify'])
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('k7mq-t2xw-9rfd')).toBeTruthy()
  expect(calls.filter(({ name }) => name === 'POST /auth/verify')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('heading', { name: 'Customer Management' })).toBeTruthy()
})

test('a setup that is cancelled leads back to the requirement', async () => {
  stubApi({ 'POST /auth/verify': ok({ user: mustSetUp }), 'POST /auth/second-factor': ok(begun) })
  const { user } = renderApp('/customer', 't1')
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('dialog', { name: 'Second Factor Required' })).toBeTruthy()
})
