import type { Activity } from '@stockie/contracts'
import { expect, test } from 'vitest'

import { activitySentence } from './activity-sentence'
import { actorName } from './actor-name'

function activity(changes: Partial<Activity>): Activity {
  return {
    id: 1,
    at: '2026-11-23T14:03:00.000Z',
    userId: 2,
    userName: 'Mia',
    byCommandLine: false,
    action: 'changed',
    resource: 'products',
    recordId: 7,
    recordName: 'Espresso',
    changes: [],
    presentName: 'Espresso',
    day: null,
    ...changes,
  }
}

function textOf(changes: Partial<Activity>, isHistory = false) {
  const row = activity(changes)
  const { before, name, after, fields } = activitySentence(row, isHistory)
  return [[actorName(row), before, name, after].filter(Boolean).join(' '), ...fields]
}

const change = (field: string, before: unknown, after: unknown) =>
  ({ changes: [{ field, before, after }] }) as Pick<Activity, 'changes'>
const account = { resource: 'users', recordId: 7, recordName: 'Ben' } as const
const own = { ...account, recordId: 2, recordName: 'Mia' } as const
const shop = { resource: 'shop', recordId: 1, recordName: '' } as const
const books = { ...shop, resource: 'books' } as const

test.each<[string, Partial<Activity>]>([
  ['Mia added the product Espresso', { action: 'created' }],
  ['Mia deleted the product Espresso', { action: 'deleted' }],
  ['Mia restored the product Espresso', { action: 'restored' }],
  ['Mia changed the price of Espresso from $12.00 to $1,400.00', change('price', 12, 1400)],
  ['Mia changed the stock of Espresso from -3 to 1,200', change('stock', -3, 1200)],
  [
    'Mia changed the category of Espresso from Tea to Coffee',
    change('categoryName', 'Tea', 'Coffee'),
  ],
  ['Mia set the description of Espresso to “Short”', change('description', null, 'Short')],
  ['Mia removed the description of Espresso', change('description', 'Short', null)],
  [
    'Mia recorded sale 12 for Ada',
    { action: 'recorded', resource: 'sales', recordId: 12, recordName: 'Ada' },
  ],
  [
    'Mia deleted purchase 4 from Quay Paper',
    { action: 'deleted', resource: 'purchases', recordId: 4, recordName: 'Quay Paper' },
  ],
  [
    'Mia recorded return 5 from Ada',
    { action: 'created', resource: 'returns', recordId: 5, recordName: 'Ada' },
  ],
  [
    'Mia changed the refund of return 5 from $7.49 to $7.50',
    { ...change('refund', 7.49, 7.5), resource: 'returns', recordId: 5, recordName: 'Ada' },
  ],
  [
    'Mia posted the stock count Shelf',
    { action: 'posted', resource: 'stock-counts', recordName: 'Shelf' },
  ],
  ['Mia undid stock count 7', { action: 'undone', resource: 'stock-counts', recordName: '' }],
  [
    'Mia discarded stock count 7',
    { action: 'discarded', resource: 'stock-counts', recordName: '' },
  ],
  ['Mia reopened stock count 7', { action: 'reopened', resource: 'stock-counts', recordName: '' }],
  [
    'Mia added the expense category Rent',
    { action: 'created', resource: 'expense-categories', recordName: 'Rent' },
  ],
  ['Mia added the account Ben', { ...account, action: 'created' }],
  ['Mia removed the account Ben', { ...account, action: 'deleted' }],
  ['Mia changed the role of Ben from Cashier to Owner', { ...account, ...change('role', 3, 1) }],
  ['Mia gave Ben a new password', { ...account, ...change('password', null, null) }],
  ['Mia chose a new password', { ...own, ...change('password', null, null) }],
  ['Mia turned on the second factor', { ...own, ...change('secondFactor', false, true) }],
  [
    'Mia turned off the second factor of Ben',
    { ...account, ...change('secondFactor', true, false) },
  ],
  ['Mia made new recovery codes', { ...own, ...change('recoveryCodes', null, null) }],
  ['Mia signed in', { ...own, action: 'signed-in' }],
  ['Mia signed out', { ...own, action: 'signed-out' }],
  ['Mia ended sessions on other devices', { ...own, action: 'ended' }],
  ['Mia ended the sessions of Ben', { ...account, action: 'ended' }],
  [
    'Mia changed the name of the shop from Quay to Harbour',
    { ...shop, ...change('name', 'Quay', 'Harbour') },
  ],
  ['Mia set the tax number of the shop to GB 1', { ...shop, ...change('taxNumber', null, 'GB 1') }],
  [
    'Mia closed the books up to 31 Oct 2026',
    { ...books, ...change('closedThrough', null, '2026-10-31') },
  ],
  [
    'Mia moved the end of the closed books from 31 Oct 2026 to 05 Nov 2026',
    { ...books, ...change('closedThrough', '2026-10-31', '2026-11-05') },
  ],
  ['Mia opened the books again', { ...books, ...change('closedThrough', '2026-10-31', null) }],
  ['Mia added a logo', { ...shop, ...change('hasLogo', false, true) }],
  ['Mia removed the logo', { ...shop, ...change('hasLogo', true, false) }],
  ['Mia replaced the logo', { ...shop, ...change('logo', null, null) }],
  [
    'Mia made a second factor required for owners and managers',
    { ...shop, ...change('secondFactorRequired', false, true) },
  ],
  [
    'The command line added the account Ben',
    { ...account, action: 'created', userId: null, userName: null, byCommandLine: true },
  ],
  ['A user added the product Espresso', { action: 'created', userId: null, userName: null }],
])('%s', (sentence, row) => {
  expect(textOf(row)).toEqual([sentence])
})

test('several changes have a line each, in the order of the form', () => {
  const changes = [...change('description', null, 'Short').changes, ...change('cost', 3, 4).changes]
  expect(textOf({ changes })).toEqual([
    'Mia changed the product Espresso',
    'Cost from $3.00 to $4.00',
    'Description set to “Short”',
  ])
  expect(textOf({ ...shop, changes: [...change('logo', null, null).changes, ...changes] })).toEqual(
    [
      'Mia changed the settings of the shop',
      'Cost from $3.00 to $4.00',
      'Description set to “Short”',
      'Logo replaced',
    ],
  )
})

test('the history of a record does not repeat its name', () => {
  expect(textOf({ action: 'created' }, true)).toEqual(['Mia added it'])
  expect(textOf(change('price', 12, 14), true)).toEqual([
    'Mia changed the price from $12.00 to $14.00',
  ])
  expect(textOf({ ...account, ...change('password', null, null) }, true)).toEqual([
    'Mia set a new password',
  ])
})

test('the day of an expense is a day', () => {
  const moved = change('date', '2026-11-20', '2026-11-21')
  expect(textOf({ resource: 'expenses', recordName: 'Rent', ...moved })).toEqual([
    'Mia changed the date of Rent from 20 Nov 2026 to 21 Nov 2026',
  ])
})
