import type { DayFigures, DaySheet, DaySheetInput, StoredDaySheet } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { toast } from 'sonner'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi, unreachable } from '@/test/api-stub'
import { gift, withoutLines } from '@/test/sale-fixtures'

export const figures: DayFigures = {
  sales: 3,
  lineTotals: 1556,
  discounts: 100.1,
  shippingFees: 12.35,
  raisedToZero: 49,
  returns: 1,
  returnedLineTotals: 38,
  refunds: 35.48,
  shippingRefunds: 0,
  grossSales: 1517.25,
  totalSales: 1481.77,
  deletedSales: {
    count: 2,
    totalAmount: 31.5,
    rows: [
      {
        saleId: 8,
        customerName: 'Walk-in',
        totalAmount: 24,
        deletedAt: '2026-11-21T16:05:00.000Z',
        deletedByName: 'Sam Okafor',
      },
    ],
  },
  deletedReturns: {
    count: 2,
    totalAmount: 30.5,
    rows: [
      {
        returnId: 4,
        saleId: 9,
        customerName: 'Émilie Roux',
        totalAmount: 22.5,
        deletedAt: '2026-11-21T17:10:00.000Z',
        deletedByName: 'Sam Okafor',
      },
    ],
  },
  byPerson: [
    {
      createdById: 1,
      createdByName: 'Olivia Owner',
      sales: 2,
      grossSales: 1500,
      returns: 1,
      totalRefunds: 35.48,
    },
    {
      createdById: 2,
      createdByName: 'Sam Okafor',
      sales: 1,
      grossSales: 17.25,
      returns: 0,
      totalRefunds: 0,
    },
  ],
  byHour: [
    { hour: 9, sales: 2, grossSales: 1500 },
    { hour: null, sales: 1, grossSales: 17.25 },
  ],
}

export const counted: StoredDaySheet = {
  id: 1,
  date: '2026-11-21',
  openingFloat: 100,
  counted: {
    pieces: [
      { value: 20, count: 14 },
      { value: 0.5, count: 9 },
      { value: 0.01, count: 0 },
    ],
  },
  countedTotal: 284.5,
  paidOtherwise: 1275.27,
  takenOut: [{ amount: 20, reason: 'Window cleaner' }],
  remark: 'One note was torn',
  expectedCash: 286.5,
  difference: -2,
  figures,
  createdAt: '2026-11-21T18:00:00.000Z',
  createdByName: 'Sam Okafor',
}

export const day: DaySheet = {
  date: '2026-11-21',
  today: '2026-11-21',
  figures,
  sheetCount: 0,
  sheets: [],
}

/** Opens the day sheet of the day that the list shows. The API stores a count once for each key. */
export async function openDaySheet(
  answers: Parameters<typeof stubApi>[0] = {},
  path = '/sales?from=2026-11-21&to=2026-11-21',
) {
  // Toasts of an earlier test: sonner shows a new toaster all toasts that have not expired.
  toast.dismiss()
  const stored = new Map<string | null, string>()
  const shop = { answer: 'normal' as 'normal' | 'lost' }
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /sales?*': () => ok(withoutLines([gift]))(),
    'GET /day-sheets?*': () => ok({ ...day, sheetCount: stored.size })(),
    'GET /reports/profit-summary?*': ok({ totalSales: 1481.77 }),
    'GET /reports/daily?*': ok([{ totalReturns: 35.48 }]),
    'POST /day-sheets': ({ key, body }) => {
      const text = JSON.stringify(body)
      const first = stored.get(key)
      if (first === undefined) stored.set(key, text)
      if (shop.answer === 'lost') return unreachable()
      if (first !== undefined && first !== text) {
        return refuse(409, { errors: [{ path: 'Idempotency-Key', message: 'Used before' }] })()
      }
      return ok({ ...counted, ...(body as DaySheetInput) })()
    },
    ...answers,
  })
  const { user } = renderApp(path, 't1')
  await screen.findByRole('heading', { name: 'Sales Management' })
  await user.click(await screen.findByRole('button', { name: 'Day sheet' }))
  await screen.findByRole('dialog', { name: 'Day sheet' })
  const sent = () => calls.filter(({ name }) => name === 'POST /day-sheets')
  return { user, calls, shop, stored, sent }
}

export const sheet = () => within(screen.getByRole('dialog', { name: 'Day sheet' }))

export async function openCount(...opened: Parameters<typeof openDaySheet>) {
  const screens = await openDaySheet(...opened)
  await sheet().findByText(/^Agrees with the dashboard/)
  await screens.user.click(sheet().getByRole('button', { name: 'Count cash' }))
  await screen.findByRole('dialog', { name: 'Count cash' })
  return screens
}

const form = () => within(screen.getByRole('dialog', { name: 'Count cash' }))

export const countForm = {
  form,
  field: (label: string) => form().getByLabelText<HTMLInputElement>(label),
  difference: () => form().getByRole('status', { name: 'Difference' }).textContent,
  save: () => form().getByRole('button', { name: 'Save' }),
  isClosed: () =>
    waitFor(() => {
      if (screen.queryByRole('dialog', { name: 'Count cash' })) throw new Error('It is open')
    }),
}
