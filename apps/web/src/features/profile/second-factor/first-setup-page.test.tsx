import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { delayAnswer, ok, refuse, stubApi, unreachable } from '@/test/api-stub'

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

test('a setup that is cancelled leads back to the requirement @long', async () => {
  stubApi({ 'POST /auth/verify': ok({ user: mustSetUp }), 'POST /auth/second-factor': ok(begun) })
  const { user } = renderApp('/customer', 't1')
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('dialog', { name: 'Second Factor Required' })).toBeTruthy()
})

test.each(['focus', 'visibilitychange'])(
  'an account that need not set up a second factor any more sees the page at the next %s',
  async (event) => {
    const users = [mustSetUp, owner]
    stubApi({
      'POST /auth/verify': () => ok({ user: users.length > 1 ? users.shift() : users[0] })(),
      'GET /customers': ok([]),
    })
    renderApp('/customer', 't1')
    await screen.findByRole('dialog', { name: 'Second Factor Required' })
    fireEvent(window, new Event(event))
    expect(await screen.findByRole('heading', { name: 'Customer Management' })).toBeTruthy()
  },
)

/** Opens the setup, and sends its code. */
async function confirm(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'POST /auth/second-factor': ok(begun),
    'POST /auth/second-factor/confirm': ok({ recoveryCodes }),
    'GET /customers': ok([]),
    ...answers,
  })
  const { user } = renderApp('/customer', 't1')
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  return { user, calls }
}

test('the recovery codes stay while the session cannot be checked, and say so @long', async () => {
  const slow = delayAnswer(refuse(500))
  const checks = [ok({ user: mustSetUp }), slow.answer, ok({ user: withFactor })]
  const { user } = await confirm({
    'POST /auth/verify': () => (checks.shift() ?? refuse(500))(),
  })
  await screen.findByText('k7mq-t2xw-9rfd')
  // It ends the requirement only when the codes are saved.
  fireEvent(window, new Event('focus'))
  const done = screen.getByRole('button', { name: 'Done' })
  await user.click(done)
  expect(done).toHaveProperty('disabled', true)
  slow.release()
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Error: Stockie cannot be reached/,
  )
  expect(screen.getByText('k7mq-t2xw-9rfd')).toBeTruthy()
  await user.click(done)
  expect(await screen.findByRole('heading', { name: 'Customer Management' })).toBeTruthy()
})

test('a required second factor whose confirmation was lost leads to new codes, then to the page @long', async () => {
  const users = [mustSetUp, withFactor]
  const { user } = await confirm({
    'POST /auth/verify': () => ok({ user: users.length > 1 ? users.shift() : users[0] })(),
    'POST /auth/second-factor/confirm': unreachable,
    'POST /auth/second-factor/recovery-codes': ok({ recoveryCodes }),
  })
  await screen.findByRole('dialog', { name: 'The Second Factor Is On' })
  await user.type(screen.getByLabelText('Password'), 'stockie-demo')
  await user.type(screen.getByLabelText('Code'), '654321{Enter}')
  await screen.findByText('k7mq-t2xw-9rfd')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('heading', { name: 'Customer Management' })).toBeTruthy()
})

test('lost recovery codes can be created later @long', async () => {
  const users = [mustSetUp, withFactor]
  const { user } = await confirm({
    'POST /auth/verify': () => ok({ user: users.length > 1 ? users.shift() : users[0] })(),
    'POST /auth/second-factor/confirm': unreachable,
  })
  await user.click(await screen.findByRole('button', { name: 'Later' }))
  expect(await screen.findByRole('heading', { name: 'Customer Management' })).toBeTruthy()
})
