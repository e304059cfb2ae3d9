import type { SessionUser } from '@stockie/contracts'
import { act, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { never, ok, refuse, stubApi, unreachable } from '@/test/api-stub'

const path = '/auth/second-factor'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const begun = { secret, otpauthUrl: `otpauth://totp/Stockie:owner%40stockie.test?secret=${secret}` }
const recoveryCodes = ['k7mq-t2xw-9rf0', 'k7mq-t2xw-9rf9']
const withFactor = { ...owner, secondFactor: true }
const isOnAlready = refuse(409, { detail: 'The second factor is on already. Turn it off first.' })

/** Opens the profile of these users, one after the other: each check of the session answers the next. */
async function openProfile(users: SessionUser[], answers: Parameters<typeof stubApi>[0]) {
  const later = [...users]
  const calls = stubApi({
    'POST /auth/verify': () => ok({ user: later.length > 1 ? later.shift() : later[0] })(),
    'GET /deleted?*': ok([]),
    ...answers,
  })
  const { user } = renderApp('/profile', 't1')
  await screen.findByRole('heading', { name: 'Second factor' })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { user, calls, press }
}

async function enabledCode() {
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  return screen.getByLabelText('Code')
}

/** Sends the code of a setup whose confirmation gets these answers. */
async function confirmWith(
  users: Parameters<typeof openProfile>[0],
  answers: (() => Response | Promise<Response>)[],
  others: Parameters<typeof stubApi>[0] = {},
) {
  const opened = await openProfile(users, {
    [`POST ${path}`]: ok(begun),
    [`POST ${path}/confirm`]: () => (answers.shift() ?? refuse(500))(),
    ...others,
  })
  await opened.press('Turn on')
  await opened.user.type(await enabledCode(), '123456{Enter}')
  return opened
}

test('a confirmation whose answer was lost leads to new recovery codes', async () => {
  const { user, calls } = await confirmWith([owner, withFactor], [unreachable], {
    [`POST ${path}/recovery-codes`]: ok({ recoveryCodes }),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'The Second Factor Is On' }))
  expect(await screen.findByText('Second factor turned on.')).toBeTruthy()
  expect(screen.queryByText(/^Unable to turn on/)).toBeNull()
  await user.type(dialog.getByLabelText('Password'), 'stockie-demo')
  await user.type(dialog.getByLabelText('Code'), '654321{Enter}')
  expect(await screen.findByText('k7mq-t2xw-9rf9')).toBeTruthy()
  expect(screen.getByText('On')).toBeTruthy()
  expect(calls.find(({ name }) => name === `POST ${path}/recovery-codes`)?.body).toEqual({
    password: 'stockie-demo',
    code: '654321',
  })
})

test('a confirmation that never arrived can be sent again @long', async () => {
  const { user } = await confirmWith([owner], [unreachable, ok({ recoveryCodes })])
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Error: Stockie cannot be reached. Please check your connection and try again.',
  )
  await user.type(screen.getByLabelText('Code'), '{Enter}')
  expect(await screen.findByText('k7mq-t2xw-9rf0')).toBeTruthy()
})

test('a second confirmation finds out that the first one turned the second factor on @long', async () => {
  const answers = [unreachable, isOnAlready]
  // A slow page may check its session once more, so the confirmations decide.
  const { user } = await confirmWith([owner], answers, {
    'POST /auth/verify': () => ok({ user: answers.length > 0 ? owner : withFactor })(),
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Error: Stockie cannot be reached/,
  )
  await user.type(screen.getByLabelText('Code'), '{Enter}')
  expect(await screen.findByRole('dialog', { name: 'The Second Factor Is On' })).toBeTruthy()
})

test('a confirmation with an unknown result says that the second factor may be on @long', async () => {
  const checks = [ok({ user: owner })]
  await confirmWith([owner], [unreachable], {
    'POST /auth/verify': () => (checks.shift() ?? unreachable)(),
  })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The second factor may be on already.',
  )
})

test('a confirmation without an answer within 30 seconds counts as lost @long', async () => {
  const { press, user } = await openProfile([owner, withFactor], {
    [`POST ${path}`]: ok(begun),
    [`POST ${path}/confirm`]: never,
  })
  await press('Turn on')
  const code = await enabledCode()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await user.type(code, '123456{Enter}')
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(await screen.findByRole('dialog', { name: 'The Second Factor Is On' })).toBeTruthy()
})

test('a refused code offers another QR code, because another tab may have replaced it @long', async () => {
  const isWrong = refuse(422, { errors: [{ path: 'code', message: 'The code is not correct.' }] })
  const other = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'
  const setups = [ok(begun), ok({ secret: other, otpauthUrl: `otpauth://totp/S?secret=${other}` })]
  const { user, press } = await confirmWith([owner], [isWrong, ok({ recoveryCodes })], {
    [`POST ${path}`]: () => (setups.shift() ?? refuse(500))(),
  })
  expect(await screen.findByText('The code is not correct.')).toBeTruthy()
  await press('Begin again')
  expect(await screen.findByText('KRSX G5CT MVRX EZLU KRSX G5CT MVRX EZLU')).toBeTruthy()
  expect(screen.queryByText('The code is not correct.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Begin again' })).toBeNull()
  const code = await enabledCode()
  expect(code).toHaveProperty('value', '')
  await user.type(code, '123456{Enter}')
  expect(await screen.findByText('k7mq-t2xw-9rf0')).toBeTruthy()
})

test('recovery codes whose answer was lost say so, and can be created again @long', async () => {
  const answers = [unreachable, ok({ recoveryCodes })]
  const { user, press } = await openProfile([withFactor], {
    [`POST ${path}/recovery-codes`]: () => (answers.shift() ?? refuse(500))(),
  })
  await press('New recovery codes')
  await user.type(await screen.findByLabelText('Password'), 'stockie-demo')
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Your former recovery codes may no longer be valid.',
  )
  expect(screen.queryByText(/^Unable to create new recovery codes/)).toBeNull()
  // It may be used.
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '')
  await user.type(screen.getByLabelText('Code'), '654321{Enter}')
  expect(await screen.findByText('k7mq-t2xw-9rf9')).toBeTruthy()
})
