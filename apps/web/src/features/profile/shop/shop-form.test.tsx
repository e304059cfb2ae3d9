import type { Shop } from '@stockie/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const saved: Shop = {
  name: 'Harbour Coffee',
  address: null,
  phone: null,
  email: null,
  taxNumber: null,
  slipFooter: null,
  slipWidth: '80mm',
  secondFactorRequired: false,
  coverDays: 14,
  hasLogo: false,
  key: null,
  version: 4,
}

afterEach(() => vi.useRealTimers())

/** Opens the settings, which Mia changes meanwhile. */
async function openSettings(changes: Partial<Shop>) {
  const current = { ...saved, ...changes, version: 5 }
  const changedAt = new Date().toISOString()
  const saves = [
    refuse(412, { current: { id: 1, ...current }, changedAt, changedByName: 'Mia' }),
    ok({ ...current, version: 6 }),
  ]
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /shop': () => ok([{ ...current, version: 6 }, current, saved][saves.length])(),
    'PUT /shop': () => (saves.shift() ?? refuse(500))(),
  })
  const { user } = renderApp('/profile?tab=shop', 't1')
  await screen.findByLabelText('Tax number')
  return {
    user,
    field: (label: string) => screen.getByLabelText(label, { selector: '[id]' }),
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
    saved: () => calls.filter(({ name }) => name === 'PUT /shop'),
  }
}

test('settings that two owners change at once are merged, without a question about different fields', async () => {
  const settings = await openSettings({ phone: '555' })
  await settings.user.type(settings.field('Tax number'), 'GB 1')
  await settings.save()
  expect(await screen.findByText('Settings saved.')).toBeTruthy()
  expect(screen.queryByText(/^Failed to save the settings/)).toBeNull()
  expect(settings.saved().map(({ version, body }) => [version, body])).toEqual([
    ['"4"', { taxNumber: 'GB 1' }],
    ['"5"', { taxNumber: 'GB 1' }],
  ])
  expect(sessionStorage).toHaveLength(0)
})

test('a setting that two owners change at once is asked', async () => {
  const { user, field, save, saved: sent } = await openSettings({ slipWidth: 'A4' })
  await user.selectOptions(field('Slip width'), '58mm')
  await save()
  expect(await screen.findByText(/^Mia changed the settings at \d\d:\d\d$/)).toBeTruthy()
  const question = within(screen.getByRole('radiogroup', { name: 'Slip width: theirs or mine' }))
  const theirs = question.getByRole('radio', { name: 'Theirs A4 page' })
  await waitFor(() => expect(document.activeElement).toBe(theirs))
  await save()
  expect(await screen.findByText('Choose Theirs or Mine')).toBeTruthy()
  await user.click(theirs)
  expect(document.activeElement).toBe(theirs)
  await user.click(question.getByRole('radio', { name: 'Mine Roll of 58 mm' }))
  await save()
  expect(await screen.findByText('Settings saved.')).toBeTruthy()
  expect(sent()[1]).toMatchObject({ version: '"5"', body: { slipWidth: '58mm' } })
})

test('a save leaves alone what another owner has changed since the form was filled @long', async () => {
  let settings = saved
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /backups/status': ok({ provedAt: null, overdue: false, hours: 50 }),
    'GET /shop': () => ok(settings)(),
    'PUT /shop': () => ok({ ...settings, phone: '0117', version: 6 })(),
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user } = renderApp('/profile?tab=shop', 't1')
  await user.type(await screen.findByLabelText('Phone'), '0117')
  settings = { ...saved, name: 'Quay Coffee', version: 5 }
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const put = calls.find(({ name }) => name === 'PUT /shop')
  expect(put?.body).toEqual({ phone: '0117' })
})
