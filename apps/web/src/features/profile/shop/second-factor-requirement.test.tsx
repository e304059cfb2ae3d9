import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { never, ok, refuse, stubApi, unreachable } from '@/test/api-stub'

async function openStaff(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /users': ok([]),
    ...answers,
  })
  const { user } = renderApp('/profile?tab=staff', 't1')
  const box = await screen.findByRole('checkbox', { name: 'Required for owners and managers' })
  return { user, calls, box }
}

const shop = (secondFactorRequired: boolean) => ok({ secondFactorRequired, version: 1 })

test('the owner requires a second factor of owners and managers', async () => {
  const answers = [shop(false), shop(true)]
  const { user, calls, box } = await openStaff({
    'GET /shop': () => (answers.shift() ?? refuse(500))(),
    'PUT /shop': shop(true),
  })
  expect(box).toHaveProperty('checked', false)
  await user.click(box)
  expect(await screen.findByText('Settings saved.')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'PUT /shop')?.body).toEqual({
    secondFactorRequired: true,
  })
  await waitFor(() => expect(answers).toEqual([]))
  expect(box).toHaveProperty('checked', true)
})

test('the requirement shows a choice at once, before it is saved', async () => {
  const { box } = await openStaff({ 'GET /shop': shop(false), 'PUT /shop': never })
  fireEvent.click(box)
  expect(box).toHaveProperty('checked', true)
})

test('a requirement that cannot be saved goes back, and says so', async () => {
  const { user, box } = await openStaff({ 'GET /shop': shop(true), 'PUT /shop': refuse(503) })
  await user.click(box)
  expect(await screen.findByText('Failed to save the settings. Please try again.')).toBeTruthy()
  await waitFor(() => expect(box).toHaveProperty('checked', true))
})

test('the requirement shows what another owner has saved meanwhile', async () => {
  const answers = [shop(false), shop(false)]
  const { user, box } = await openStaff({
    'GET /shop': () => (answers.shift() ?? refuse(500))(),
    'PUT /shop': shop(true),
  })
  await user.click(box)
  expect(await screen.findByText('Settings saved.')).toBeTruthy()
  await waitFor(() => expect(answers).toEqual([]))
  await waitFor(() => expect(box).toHaveProperty('checked', false))
})

test('the requirement is read again if the answer to its change was lost @long', async () => {
  const answers = [shop(false), shop(true)]
  const { user, box } = await openStaff({
    'GET /shop': () => (answers.shift() ?? refuse(500))(),
    'PUT /shop': unreachable,
  })
  await user.click(box)
  expect(await screen.findByText('Failed to save the settings. Please try again.')).toBeTruthy()
  // Sooner than the next poll.
  await waitFor(() => expect(answers).toEqual([]), { timeout: 5_000 })
  await waitFor(() => expect(box.getAttribute('aria-disabled')).toBe('false'))
  expect(box).toHaveProperty('checked', true)
})
