import type { SessionUser } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const path = '/auth/second-factor'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const begun = { secret, otpauthUrl: `otpauth://totp/Stockie:owner%40stockie.test?secret=${secret}` }
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `k7mq-t2xw-9rf${index}`)
const withFactor = { ...owner, secondFactor: true }
const isOnAlready = refuse(409, { detail: 'The second factor is on already. Turn it off first.' })

/** Opens the profile of these users, one after the other: each check of the session answers the next. */
async function openProfile(users: SessionUser[], answers: Parameters<typeof stubApi>[0] = {}) {
  const later = [...users]
  const calls = stubApi({
    'POST /auth/verify': () => ok({ user: later.length > 1 ? later.shift() : later[0] })(),
    'GET /deleted?*': ok([]),
    ...answers,
  })
  const { user } = renderApp('/profile', 't1')
  await screen.findByRole('heading', { name: 'Second factor' })
  const isOn = () => screen.queryByText('On') !== null
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { user, calls, isOn, press }
}

/** Turns the second factor on, up to the dialog with the recovery codes. */
async function openRecoveryCodes() {
  const opened = await openProfile([owner, withFactor], {
    [`POST ${path}`]: ok(begun),
    [`POST ${path}/confirm`]: ok({ recoveryCodes }),
  })
  await opened.press('Turn on')
  await opened.user.type(await enabledCode(), '123 456{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Recovery Codes' })
  return { ...opened, dialog }
}

async function enabledCode() {
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  return screen.getByLabelText('Code')
}

test('the setup shows the secret, and its code turns the second factor on', async () => {
  const { calls, press, isOn } = await openProfile([owner], { [`POST ${path}`]: ok(begun) })
  expect(isOn()).toBe(false)
  expect(screen.queryByRole('button', { name: 'New recovery codes' })).toBeNull()
  await press('Turn on')
  await enabledCode()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  const dialog = screen.getByRole('dialog', { name: 'Turn On Second Factor' })
  await press('Turn on')
  expect(await within(dialog).findByText('Please enter the code')).toBeTruthy()
  expect(calls.filter(({ name }) => name.startsWith(`POST ${path}/`))).toEqual([])
})

test('a confirmed setup shows the ten codes, and the card is on @long', async () => {
  const { user, calls, dialog, isOn } = await openRecoveryCodes()
  expect(calls.find(({ name }) => name === `POST ${path}/confirm`)?.body).toEqual({
    code: '123 456',
  })
  expect(await screen.findByText('Second factor turned on.')).toBeTruthy()
  const codes = within(dialog).getAllByRole('listitem')
  expect(codes.map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('k7mq-t2xw-9rf0')).toBeNull())
  expect(isOn()).toBe(true)
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Turn off' })),
  )
})

test('recovery codes that were not saved ask before they close @long', async () => {
  const { user, dialog } = await openRecoveryCodes()
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', {
    name: 'Close without saving the codes?',
  })
  await user.click(within(question).getByRole('button', { name: 'Keep open' }))
  expect(dialog.isConnected).toBe(true)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
})

test('downloaded recovery codes close without a question @long', async () => {
  const texts: Blob[] = []
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation((text) => {
    if (text instanceof Blob) texts.push(text)
    return '#'
  })
  const { user, dialog, press } = await openRecoveryCodes()
  await press('Download')
  expect(await texts[0]?.text()).toBe(
    `Recovery codes of ${owner.email} for Stockie\n\n${recoveryCodes.join('\n')}\n`,
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  createUrl.mockRestore()
})

test('a wrong code is shown at its field @long', async () => {
  const { user, press } = await openProfile([owner], {
    [`POST ${path}`]: ok(begun),
    [`POST ${path}/confirm`]: refuse(422, {
      errors: [{ path: 'code', message: 'The code is not correct.' }],
    }),
  })
  await press('Turn on')
  const code = await enabledCode()
  await user.type(code, '123456{Enter}')
  expect(await screen.findByText('The code is not correct.')).toBeTruthy()
  expect(
    await screen.findByText(
      'Unable to turn on the second factor. Please check your input and try again.',
    ),
  ).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(code))
})

test('a setup that fails can be tried again in its dialog @long', async () => {
  const answers = [refuse(503), ok(begun)]
  const { press } = await openProfile([owner], {
    [`POST ${path}`]: () => (answers.shift() ?? refuse(500))(),
  })
  await press('Turn on')
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('alert')).toBeTruthy()
  await press('Try again')
  expect(await enabledCode()).toBeTruthy()
})

test('a second factor that another tab turned on is reported, and the card follows @long', async () => {
  const { press, isOn } = await openProfile([owner, withFactor], { [`POST ${path}`]: isOnAlready })
  await press('Turn on')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Error: The second factor is on already. Turn it off first.',
  )
  await waitFor(() => expect(isOn()).toBe(true))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await press('Cancel')
  expect(await screen.findByRole('button', { name: 'New recovery codes' })).toBeTruthy()
})

test('the password and a code turn the second factor off @long', async () => {
  const { user, calls, press, isOn } = await openProfile([withFactor, owner], {
    [`DELETE ${path}`]: () => new Response(null, { status: 204 }),
  })
  expect(isOn()).toBe(true)
  await press('Turn off')
  await user.type(await screen.findByLabelText('Password'), 'stockie-demo')
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('Second factor turned off.')).toBeTruthy()
  expect(calls.find(({ name }) => name === `DELETE ${path}`)?.body).toEqual({
    password: 'stockie-demo',
    code: '123456',
  })
  await waitFor(() => expect(isOn()).toBe(false))
})

test('a second factor that another tab turned off is reported, and the card follows @long', async () => {
  const { user, press, isOn } = await openProfile([withFactor, owner], {
    [`DELETE ${path}`]: refuse(409, { detail: 'The second factor is off.' }),
  })
  await press('Turn off')
  await user.type(await screen.findByLabelText('Password'), 'stockie-demo')
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Error: The second factor is off.')
  await waitFor(() => expect(isOn()).toBe(false))
})

test('a second factor that the owner requires stays on, and the dialog alone says why @long', async () => {
  const { user, press, isOn } = await openProfile([withFactor], {
    [`DELETE ${path}`]: refuse(409, { detail: 'The owner requires a second factor.' }),
  })
  await press('Turn off')
  await user.type(await screen.findByLabelText('Password'), 'stockie-demo')
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Error: The owner requires a second factor.',
  )
  expect(screen.queryByText(/^Unable to turn off/)).toBeNull()
  await press('Cancel')
  expect(isOn()).toBe(true)
})

test('new recovery codes need the password and a code, and are shown once', async () => {
  const answers = [
    refuse(422, { errors: [{ path: 'password', message: 'The password is not correct.' }] }),
    ok({ recoveryCodes }),
  ]
  const { user, press } = await openProfile([withFactor], {
    [`POST ${path}/recovery-codes`]: () => (answers.shift() ?? refuse(500))(),
  })
  await press('New recovery codes')
  await press('Create codes')
  expect(await screen.findByText('Please enter the code')).toBeTruthy()
  await user.type(screen.getByLabelText('Password'), 'stockie-demi')
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('The password is not correct.')).toBeTruthy()
  await user.type(screen.getByLabelText('Password'), 'stockie-demo{Enter}')
  expect(await screen.findByText('New recovery codes created.')).toBeTruthy()
  expect(await screen.findByText('k7mq-t2xw-9rf9')).toBeTruthy()
})
