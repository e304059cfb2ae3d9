import { within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { november, summary } from '@/test/screens/dashboard-screen'
import {
  changes,
  changesQuery,
  known,
  knownSummary,
  lateSale,
  openChanges,
} from '@/test/screens/known-day-screen'
import { delayAnswer, ok, okPage, refuse } from '@/test/api-stub'

test('what changed since lists every change, and adds up to the difference of each total', async () => {
  const { sheet } = await openChanges()
  expect(await sheet.findByText('The list below adds up to the change.')).toBeTruthy()
  const cells = sheet.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.join(' ')).toBe(
    [
      '$280.50 +$30.00 $310.50',
      '$120.00 +$0.00 $120.00',
      '$40.00 +$5.25 $45.25',
      '$120.50 +$24.75 $145.25',
    ].join(' '),
  )
  const saved = 'Saved 21 Nov 2026, 14:03'
  const list = within(sheet.getByRole('list', { name: 'Changes' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `Sale 12+$60.00Entered late · 18 Nov 2026 · Ada FasholaSales Total${saved} · Mia Castellano`,
    `Return of sale 9-$20.00Recorded · 21 Nov 2026 · Ada FasholaSales Total${saved} · The command line`,
    `Sale 8-$10.00Deleted · 18 Nov 2026 · Ada FasholaSales Total${saved} · Mia Castellano`,
    `Purchase 4+$0.00Restored · 18 Nov 2026 · Quay PaperPurchases Total${saved} · Mia Castellano`,
    `Rent+$5.25Changed · 18 Nov 2026 · now on 19 Nov 2026Expenses Total${saved} · A user`,
  ])
  const links = list.getAllByRole<HTMLAnchorElement>('link')
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Sale 12 /sales?from=2026-11-18&to=2026-11-18&q=12',
    'Return of sale 9 /sales?from=2026-11-02&to=2026-11-02&q=9',
    'Purchase 4 /purchase?from=2026-11-18&to=2026-11-18&q=4',
    'Rent /expense?from=2026-11-19&to=2026-11-19&q=5',
  ])
})

test('what changed since reports a list that does not add up @long', async () => {
  const { sheet } = await openChanges({ [changesQuery]: okPage(changes.slice(1)) })
  expect(await sheet.findByText(/does not add up to the change/)).toBeTruthy()
  expect(sheet.queryByText(/adds up/)).toBeNull()
})

test('what changed since says that nothing changed @long', async () => {
  const { sheet } = await openChanges({
    [`GET /reports/profit-summary${known}`]: ok(summary),
    [changesQuery]: okPage([]),
  })
  expect(await sheet.findByText('Nothing changed since.')).toBeTruthy()
  expect(sheet.queryByText(/adds up/)).toBeNull()
})

test('what changed since loads its list in pages, and adds it up when all are shown @long', async () => {
  const first = Array.from({ length: 100 }, (_, index) => ({
    ...lateSale,
    key: `(1,${index})`,
    recordId: 200 - index,
    amount: 0.25,
  }))
  // The command line can save the same change twice in one transaction.
  const second = [lateSale, { ...lateSale, key: '(2,1)', amount: -55 }]
  const expense = { ...changes[4], recordId: 2 }
  const { user, sheet } = await openChanges({
    [changesQuery]: okPage(first, 103),
    [`GET /reports/changes-since${known}&page=2&pageSize=100`]: okPage([...second, expense], 103),
  })
  expect(await sheet.findByText('$310.50')).toBeTruthy()
  expect(sheet.queryByText(/adds up|differ/)).toBeNull()
  expect(sheet.getByText('Show all changes to check that they add up.')).toBeTruthy()
  await user.click(sheet.getByText('Show more'))
  expect(await sheet.findByText('The list below adds up to the change.')).toBeTruthy()
  expect(sheet.getByText('103 of 103 shown')).toBe(document.activeElement)
})

test('what changed since can be loaded again after a failure @long', async () => {
  const late = delayAnswer(okPage(changes))
  const answers = [refuse(500), late.answer]
  const { user, sheet } = await openChanges({
    [changesQuery]: () => (answers.shift() ?? refuse(500))(),
  })
  const alert = await sheet.findByRole('alert')
  expect(alert.textContent).toBe('Failed to load data. Please try again later.')
  await user.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByText('Loading changes...')).toBeTruthy()
  late.release()
  expect(await sheet.findByText('The list below adds up to the change.')).toBeTruthy()
})

test('an open list of changes follows the changes of others @long', async () => {
  const answers = {
    changes: okPage(changes.slice(0, 1)),
    now: ok({ ...knownSummary, totalSales: 340.5, profit: 180.5 }),
  }
  const { sheet } = await openChanges({
    [changesQuery]: () => answers.changes(),
    [`GET /reports/profit-summary${november}`]: () => answers.now(),
  })
  expect(await sheet.findByText('The list below adds up to the change.')).toBeTruthy()
  answers.changes = okPage(changes)
  answers.now = ok(summary)
  window.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(sheet.getAllByRole('listitem')).toHaveLength(5), 10_000)
  expect(await sheet.findByText('The list below adds up to the change.')).toBeTruthy()
})
