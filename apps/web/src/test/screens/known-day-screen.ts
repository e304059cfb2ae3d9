import type { ChangeSince } from '@stockie/contracts'
import { screen, within } from '@testing-library/react'

import { ok, okPage } from '@/test/api-stub'
import { november, openDashboard, pen } from './dashboard-screen'

/** The day at whose end the figures of November were known. */
export const asOf = '2026-11-20'
export const known = `${november}&asOf=${asOf}`
const october = '?startDate=2026-10-01&endDate=2026-10-20'
export const knownSummary = {
  totalSales: 280.5,
  totalPurchases: 120,
  totalExpenses: 40,
  profit: 120.5,
}
export const changesQuery = `GET /reports/changes-since${known}&page=1&pageSize=100`
export const knownAddress = `?from=2026-11-01&to=2026-11-30&asOf=${asOf}`

export const lateSale: ChangeSince = {
  key: '(0,1)',
  at: '2026-11-21T14:03:00.000Z',
  resource: 'sales',
  recordId: 12,
  saleId: null,
  recordName: 'Ada Fashola',
  action: 'recorded',
  day: '2026-11-18',
  isLate: true,
  total: 'totalSales',
  amount: 60,
  listedDay: '2026-11-18',
  userName: 'Mia Castellano',
  byCommandLine: false,
}
export const changes: ChangeSince[] = [
  lateSale,
  {
    ...lateSale,
    key: '(0,2)',
    resource: 'returns',
    recordId: 3,
    saleId: 9,
    action: 'recorded',
    day: '2026-11-21',
    isLate: false,
    amount: -20,
    listedDay: '2026-11-02',
    userName: null,
    byCommandLine: true,
  },
  {
    ...lateSale,
    key: '(0,3)',
    recordId: 8,
    action: 'deleted',
    isLate: false,
    amount: -10,
    listedDay: null,
  },
  {
    ...lateSale,
    key: '(0,4)',
    resource: 'purchases',
    recordId: 4,
    recordName: 'Quay Paper',
    action: 'restored',
    isLate: false,
    total: 'totalPurchases',
    amount: 0,
  },
  {
    ...lateSale,
    key: '(0,5)',
    resource: 'expenses',
    recordId: 5,
    recordName: 'Rent',
    action: 'changed',
    isLate: false,
    total: 'totalExpenses',
    amount: 5.25,
    listedDay: '2026-11-19',
    userName: null,
  },
]

export const knownAnswers = {
  'GET /books': ok({
    closedThrough: null,
    today: '2026-11-21',
    exactSince: null,
    exactSinceDay: null,
    version: 1,
  }),
  [`GET /reports/profit-summary${known}`]: ok(knownSummary),
  [`GET /reports/daily${known}`]: ok([
    {
      day: '2026-11-03',
      totalSales: 280.5,
      totalPurchases: 120,
      totalExpenses: 40,
      totalReturns: 0,
    },
  ]),
  [`GET /reports/daily${october}&asOf=${asOf}`]: ok([
    { day: '2026-10-05', totalSales: 80, totalPurchases: 20, totalExpenses: 0, totalReturns: 0 },
  ]),
  [`GET /products/summary${known}`]: ok([{ ...pen, name: 'Old pen', categoryName: 'Old' }]),
  [changesQuery]: okPage(changes),
}
/** Opens the sheet of changes. */
export async function openChanges(answers: Parameters<typeof openDashboard>[0] = {}) {
  const user = await openDashboard({ ...knownAnswers, ...answers }, knownAddress)
  await user.click(screen.getByRole('button', { name: 'What changed since' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'What changed since' }))
  return { user, sheet }
}
