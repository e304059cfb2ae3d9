import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const books = (closedThrough: string | null, version = 1) =>
  ok({ closedThrough, exactSince: null, version })

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

const twoDigits = (part: number) => String(part).padStart(2, '0')
const dayButton = () => screen.getByRole('button', { name: /^Last closed day/ })
const disabled = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled')

test('the card offers the last day of the month before, and closes the books after a question', async () => {
  let now = books(null)
  const { user, calls } = await openCard({
    'GET /books': () => now(),
    'PUT /books': () => {
      now = books('2026-10-31', 2)
      return now()
    },
  })
  expect(screen.getByText('The books are open.')).toBeTruthy()
  const today = new Date()
  const last = new Date(today.getFullYear(), today.getMonth(), 0)
  const offered = [last.getDate(), last.getMonth() + 1, last.getFullYear()]
  expect(dayButton().textContent).toBe(offered.map(twoDigits).join('-'))
  expect(disabled('Open again')).toBe('true')

  await user.click(screen.getByRole('button', { name: 'Close the books' }))
  const question = await screen.findByRole('alertdialog', { name: 'Close the books' })
  expect(question.textContent).toContain('can no longer be recorded, changed, deleted or restored')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(calls.some(({ name }) => name === 'PUT /books')).toBe(false)

  await user.click(screen.getByRole('button', { name: 'Close the books' }))
  const again = await screen.findByRole('alertdialog')
  await user.click(within(again).getByRole('button', { name: 'Close the books' }))
  expect(await screen.findByText('The books are closed up to 31 Oct 2026.')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'PUT /books')).toMatchObject({
    version: '"1"',
    body: { closedThrough: offered.toReversed().map(twoDigits).join('-') },
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

test('the question shows why the API refused a move, and the card shows what another owner chose', async () => {
  const answers = [books('2026-10-31', 4), books('2026-09-30', 5)]
  const { user } = await openCard({
    'GET /books': () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? refuse(500)(),
    'PUT /books': refuse(412, { detail: 'This record was changed meanwhile.' }),
  })
  await user.click(screen.getByRole('button', { name: 'Open again' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Open again' }))
  const alert = await within(question).findByRole('alert')
  expect(alert.textContent).toContain('This record was changed meanwhile.')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('The books are closed up to 30 Sep 2026.')).toBeTruthy()
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
