import type { SessionRow } from '@stockie/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const present: SessionRow = {
  id: 1,
  device: 'Firefox on Linux',
  address: '192.168.1.7',
  createdAt: '2026-11-25T08:00:00.000Z',
  lastSeenAt: '2026-11-25T09:30:00.000Z',
  current: true,
}
const phone = { ...present, id: 2, device: 'Chrome on Android', current: false }
const unknown = { ...present, id: 3, device: null, current: false }

const path = 'GET /auth/sessions'
const endPhone = {
  name: /^End the session of Chrome on Android, last seen 25 Nov 2026, \d\d:\d\d$/,
}

async function openProfile(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /deleted?*': ok([]),
    ...answers,
  })
  const { user } = renderApp('/profile', 't1')
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem')
  return { user, calls, rows }
}

test('each session shows its device, address and times, and only others can be ended', async () => {
  const { rows } = await openProfile({ [path]: ok([present, phone, unknown]) })
  const [first, second, third] = await rows()
  expect(first?.textContent).toMatch(
    /^Firefox on LinuxThis device192\.168\.1\.7 · Signed in 25 Nov 2026, \d\d:\d\d$/,
  )
  expect(second?.textContent).toMatch(
    /^Chrome on Android192\.168\.1\.7 · Signed in .* · Last seen 25 Nov 2026, \d\d:\d\dEnd/,
  )
  expect(third?.textContent).toMatch(/^Unknown device/)
  expect(screen.getAllByRole('button', { name: /^End the session/ })).toHaveLength(2)
})

test('an ended session leaves the list, and the focus moves to the next button', async () => {
  const answers = [ok([present, phone, unknown]), ok([present, unknown])]
  const { user, calls, rows } = await openProfile({
    [path]: () => (answers.shift() ?? refuse(500))(),
    'DELETE /auth/sessions/2': () => new Response(null, { status: 204 }),
  })
  await user.dblClick(await screen.findByRole('button', endPhone))
  expect(await screen.findByText('Session ended.')).toBeTruthy()
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(calls.filter(({ name }) => name === 'DELETE /auth/sessions/2')).toHaveLength(1)
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/^End the session of Unknown device/),
  )
})

test('a session that has ended meanwhile counts as ended', async () => {
  const answers = [ok([present, phone]), ok([present])]
  const { user } = await openProfile({
    [path]: () => (answers.shift() ?? refuse(500))(),
    'DELETE /auth/sessions/2': refuse(404),
  })
  await user.click(await screen.findByRole('button', endPhone))
  expect(await screen.findByText('Session ended.')).toBeTruthy()
})

test('a session that cannot be ended stays, and says so', async () => {
  const { user } = await openProfile({
    [path]: ok([present, phone]),
    'DELETE /auth/sessions/2': refuse(503),
  })
  await user.click(await screen.findByRole('button', endPhone))
  expect(await screen.findByText('Failed to end the session. Please try again.')).toBeTruthy()
  expect(screen.getByRole('button', endPhone)).toBeTruthy()
})

test('End all others appears with two others, and leaves only the present session', async () => {
  const answers = [ok([present, phone, unknown]), ok([present])]
  const { user, rows } = await openProfile({
    [path]: () => (answers.shift() ?? refuse(500))(),
    'POST /auth/sessions/end-others': ok({ count: 2 }),
  })
  await user.click(await screen.findByRole('button', { name: 'End all others' }))
  expect(await screen.findByText('All other sessions ended.')).toBeTruthy()
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull()
})

test('sessions that fail to load can be tried again', async () => {
  const answers = [refuse(500), ok([present])]
  const { user, rows } = await openProfile({
    [path]: () => (answers.shift() ?? refuse(500))(),
  })
  expect(await screen.findByText('Failed to load sessions.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
})

test('a session that begins elsewhere appears by itself, but moves no button below the pointer', async () => {
  const answers = [ok([present, phone]), ok([present, unknown, phone])]
  const { user, rows } = await openProfile({
    [path]: () => (answers.shift() ?? refuse(500))(),
  })
  const end = await screen.findByRole('button', endPhone)
  await user.hover(end)
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => expect(answers).toEqual([]))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await rows()).toHaveLength(2)
  await user.unhover(end)
  await waitFor(async () => expect(await rows()).toHaveLength(3))
})
