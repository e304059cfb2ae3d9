import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { dequeueAllToasts } from '@/lib/toast'
import { owner } from '@/test/app-harness'
import { refuse } from '@/test/api-stub'
import { inCount, lamp, mug, openCount } from '@/test/screens/stock-count-screen'

test('the differences come largest first, with what has moved', async () => {
  const finished = {
    ...inCount(108),
    state: 'finished' as const,
    products: 4,
    counted: 3,
    differing: 2,
    lines: [
      { ...mug, moved: -3 },
      { ...lamp, counted: 6, entries: 1, difference: 1, cost: 15, movedWhileCounting: 1 },
      { ...mug, productId: 8, name: 'Vase', difference: 0 },
    ],
  }
  const { sheet } = await openCount(finished)
  const list = within(sheet.getByRole('list', { name: 'Differences' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Lamp\+1Expected 3, counted 6\+\$15\.00Moved between its numbers: \+1\. Count it again/,
    ),
    expect.stringMatching(
      /^Mug−24006381333931 · .*−\$10\.00Moved since it was counted: −3\. The stock becomes 9\.$/,
    ),
  ])
  expect(sheet.getByText('1 product as expected')).toBeTruthy()
  expect(sheet.getByText('1 product not counted, left as it is')).toBeTruthy()
})

test('an owner posts after a question, which shows why the API refuses @long', async () => {
  const finished = { ...inCount(109), state: 'finished' as const }
  const { sheet, user, calls } = await openCount(finished, {
    'POST /stock-counts/109/post': refuse(409, { detail: 'Finish the count again, then post it.' }),
  })
  await user.click(sheet.getByRole('button', { name: 'Post' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Post the count?' }))
  expect(question.getByText(/corrects the stock of 1 product: −2 pieces, −\$10\.00/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Post' }))
  expect(await question.findByText('Error: Finish the count again, then post it.')).toBeTruthy()
  expect(dequeueAllToasts()).toEqual([])
  expect(calls.filter(({ name }) => name.startsWith('POST /stock-counts'))).toHaveLength(1)
})

test('a cashier cannot post @long', async () => {
  const finished = { ...inCount(110), state: 'finished' as const }
  const { sheet } = await openCount(finished, {}, { ...owner, role: 3 })
  expect(sheet.queryByRole('button', { name: 'Post' })).toBeNull()
  expect(sheet.getByText('An owner or a manager posts this count.')).toBeTruthy()
})

test('numbers that come after the posting are named, not lost in silence @long', async () => {
  const posted = {
    ...inCount(111),
    state: 'posted' as const,
    postedAt: '2026-11-21T10:00:00.000Z',
  }
  let isPosted = false
  const { sheet, user } = await openCount(inCount(111), {
    'GET /stock-counts/111': () => Response.json(isPosted ? posted : inCount(111)),
    'PUT /stock-counts/111/products/7'() {
      isPosted = true
      return refuse(409, { detail: 'This count was posted already. Start another one.' })()
    },
  })
  await user.type(sheet.getByRole('textbox', { name: 'Counted Lamp' }), '4{Enter}')
  expect(await sheet.findByText('Not saved, because the count is over: Lamp 4.')).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Dismiss' }))
  expect(sheet.queryByRole('alert')).toBeNull()
})

test('a deleted product is named, and counts as no agreement @long', async () => {
  const finished = {
    ...inCount(115),
    state: 'finished' as const,
    counted: 2,
    differing: 0,
    lines: [
      { ...mug, isDeleted: true, difference: null },
      { ...lamp, counted: 3, entries: 1, difference: 0 },
    ],
  }
  const { sheet } = await openCount(finished)
  expect(sheet.getByText('1 product deleted since, not corrected')).toBeTruthy()
  expect(sheet.getByText('1 product as expected')).toBeTruthy()
})

test('a discarded count shows no differences, also if it was finished before @long', async () => {
  const discarded = {
    ...inCount(116),
    state: 'discarded' as const,
    finishedAt: '2026-11-21T10:00:00.000Z',
    lines: [mug, { ...lamp, counted: 3, entries: 1, difference: 0 }],
  }
  const { sheet } = await openCount(discarded)
  expect(sheet.getByText('Discarded. It corrects nothing.')).toBeTruthy()
  expect(sheet.queryByText(/as expected/)).toBeNull()
  const list = within(sheet.getByRole('list', { name: 'Differences' }))
  expect(list.queryAllByRole('listitem')).toEqual([])
})
