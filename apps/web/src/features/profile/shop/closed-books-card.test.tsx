import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

/** The present day of a store that is far from the browser. */
const today = '2025-03-10'
const books = (closedThrough: string | null, version = 1) =>
  ok({ closedThrough, today, exactSince: null, version })
const pollNow = () => fireEvent(window, new Event('visibilitychange'))

async function openCard(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /shop': ok({ slipWidth: '80mm', coverDays: 14, version: 1 }),
    ...answers,
  })
  const { user } = renderApp('/profile?tab=shop', 't1')
  await screen.findByRole('button', { name: 'Close the books' })
  return { user, calls }
}

const dayButton = () => screen.getByRole('button', { name: /^Last closed day/ })
const disabled = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled')

test("the card offers the last day of the month before the store's today, and closes the books after a question @long", async () => {
  let now = books(null)
  const { user, calls } = await openCard({
    'GET /books': () => now(),
    'PUT /books': () => {
      now = books('2025-02-28', 2)
      return now()
    },
  })
  expect(screen.getByText('The books are open.')).toBeTruthy()
  expect(dayButton().textContent).toBe('28-02-2025')
  expect(disabled('Open again')).toBe('true')

  await user.click(screen.getByRole('button', { name: 'Close the books' }))
  const question = await screen.findByRole('alertdialog', { name: 'Close the books' })
  expect(question.textContent).toContain('can no longer be recorded, changed, deleted or restored')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(calls.some(({ name }) => name === 'PUT /books')).toBe(false)

  await user.click(screen.getByRole('button', { name: 'Close the books' }))
  const again = await screen.findByRole('alertdialog')
  await user.click(within(again).getByRole('button', { name: 'Close the books' }))
  expect(await screen.findByText('The books are closed up to 28 Feb 2025.')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'PUT /books')).toMatchObject({
    version: '"1"',
    body: { closedThrough: '2025-02-28' },
  })
  await waitFor(() => expect(disabled('Close the books')).toBe('true'))
  expect(disabled('Open again')).toBe('false')
})

test('the card opens the books again', async () => {
  let now = books('2026-10-31', 4)
  const { user, calls } = await openCard({
    'GET /books': () => now(),
    'PUT /books': () => {
      now = books(null, 5)
      return now()
    },
  })
  expect(dayButton().textContent).toBe('31-10-2026')
  await user.click(screen.getByRole('button', { name: 'Open again' }))
  const question = await screen.findByRole('alertdialog', { name: 'Open the books again' })
  await user.click(within(question).getByRole('button', { name: 'Open again' }))
  expect(await screen.findByText('The books are open.')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'PUT /books')?.body).toEqual({ closedThrough: null })
})

test('the question stays as it was while another owner moves the day, and the move is refused @long', async () => {
  let now = books('2025-01-31', 4)
  const saves = [
    refuse(412, { detail: 'This record was changed meanwhile. Read it again, then save.' }),
    () => (now = books(null, 6))(),
  ]
  const { user, calls } = await openCard({
    'GET /books': () => now(),
    'PUT /books': () => (saves.shift() ?? refuse(500))(),
  })
  await user.click(dayButton())
  await user.click(await screen.findByRole('button', { name: 'Monday 13 January 2025' }))
  await user.click(screen.getByRole('button', { name: 'Close the books' }))
  const title = 'Open some days again'
  const question = await screen.findByRole('alertdialog', { name: title })
  now = books('2024-12-31', 5)
  pollNow()
  expect(await screen.findByText('The books are closed up to 31 Dec 2024.')).toBeTruthy()
  expect(screen.getByRole('alertdialog', { name: title })).toBe(question)
  await user.click(within(question).getByRole('button', { name: 'Move back' }))
  const alert = await within(question).findByRole('alert')
  expect(alert.textContent).toBe(
    'Error: Another owner has moved the day meanwhile. Check it and confirm again.',
  )
  expect(screen.queryByText('Failed to move the closed day. Please try again.')).toBeNull()
  const again = screen.getByRole('alertdialog', { name: 'Close the books' })
  await user.click(within(again).getByRole('button', { name: 'Close the books' }))
  expect(await screen.findByText('The books are open.')).toBeTruthy()
  const moves = calls.filter(({ name }) => name === 'PUT /books')
  expect(moves.map(({ version }) => version)).toEqual(['"4"', '"5"'])
})

test('a move whose answer was lost is confirmed with the version that it has stored', async () => {
  let now = books('2025-01-31', 4)
  const { user, calls } = await openCard({
    'GET /books': () => now(),
    'PUT /books': ({ version }) => {
      now = books(null, 5)
      return version === '"4"' ? refuse(502)() : now()
    },
  })
  await user.click(screen.getByRole('button', { name: 'Open again' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Open again' }))
  await within(question).findByRole('alert')
  await user.click(within(question).getByRole('button', { name: 'Open again' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const moves = calls.filter(({ name }) => name === 'PUT /books')
  expect(moves.map(({ version }) => version)).toEqual(['"4"', '"5"'])
})

test("the store's today can be closed with a warning, and a later day cannot @long", async () => {
  const { user } = await openCard({ 'GET /books': books('2025-03-05') })
  const choose = async (day: string) => {
    await user.click(dayButton())
    await user.click(await screen.findByRole('button', { name: day }))
    await user.click(screen.getByRole('button', { name: 'Close the books' }))
  }
  await choose('Tuesday 11 March 2025')
  expect(screen.getByText('The books can be closed up to today at most.')).toBeTruthy()
  expect(disabled('Close the books')).toBe('true')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await choose('Monday 10 March 2025')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Nothing more can be sold today.')
  expect(screen.queryByText('The books can be closed up to today at most.')).toBeNull()
})

test('the card says that the closed books cannot be loaded', async () => {
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /shop': ok({ slipWidth: '80mm', coverDays: 14, version: 1 }),
    'GET /books': refuse(500),
  })
  renderApp('/profile?tab=shop', 't1')
  expect(await screen.findByText('Failed to load the closed books.')).toBeTruthy()
})
