import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { delayAnswer, ok, refuse } from '@/test/api-stub'
import { gift } from '@/test/sale-fixtures'
import {
  allItems,
  openDetails,
  openSales,
  returnForm,
  twoMugs,
} from '@/test/screens/sale-returns-screen'

const sheet = () => within(screen.getByRole('dialog', { name: 'Returns' }))

async function openSheet(...opened: Parameters<typeof openSales>) {
  const sales = await openSales(...opened)
  await sales.user.click(screen.getByRole('button', { name: 'Returns' }))
  await screen.findByRole('dialog', { name: 'Returns' })
  return sales
}

test('the sheet lists the returns of the days of the list, with their total', async () => {
  const other = { ...twoMugs, id: 4, shippingRefund: 2.5, totalRefund: 37.98, remark: null }
  const { calls, user } = await openSheet({}, [twoMugs, other])
  const items = await sheet().findAllByRole('article')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Return 5 · 21 Nov 2026Paid back $35.48Émilie Roux · Sale 122 x Mug, not back into stock' +
      'CrackedRecorded 21 Nov 2026, 15:00 by Olivia OwnerPrint slip',
    'Return 4 · 21 Nov 2026Paid back $37.98Émilie Roux · Sale 122 x Mug, not back into stock' +
      'Refund $35.48 · Shipping refund $2.50' +
      'Recorded 21 Nov 2026, 15:00 by Olivia OwnerPrint slip',
  ])
  expect(sheet().getByText('2 returns').parentElement?.textContent).toBe(
    '2 returnsPaid back $73.46',
  )
  expect(calls.map(({ name }) => name)).toContain(
    'GET /returns?startDate=2026-11-21&endDate=2026-11-21',
  )
  await user.click(sheet().getAllByRole('button', { name: 'Sale 12' })[0] ?? document.body)
  expect(await screen.findByRole('dialog', { name: 'Sales Details' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sales Details' })).toBeNull())
  expect(sheet().getAllByRole('article')).toHaveLength(2)
})

test('the sheet says if there are no returns, or if they cannot be loaded @long', async () => {
  const answers = [refuse(500), ok([])]
  const { user } = await openSheet({
    'GET /returns?*': () => (answers.shift() ?? ok([]))(),
  })
  expect((await sheet().findByRole('alert')).textContent).toBe('Error loading returns.')
  await user.click(sheet().getByRole('button', { name: 'Try again' }))
  expect(await sheet().findByText('No returns on these days.')).toBeTruthy()
})

test('a sale that loads after its sheet was closed does not open @long', async () => {
  const sale = delayAnswer(ok(gift))
  const { user, calls } = await openSheet({ 'GET /sales/12': sale.answer }, [twoMugs])
  await user.click(await sheet().findByRole('button', { name: 'Sale 12' }))
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('GET /sales/12'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(async () => {
    sale.release()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a return is deleted after a question, and Undo restores its deletion @long', async () => {
  const { user, calls, shop } = await openSheet(
    {
      'POST /returns/restore': () => {
        shop.made = [twoMugs]
        return ok({ count: 1 })()
      },
    },
    [twoMugs],
  )
  await user.click(await sheet().findByRole('button', { name: 'Delete return 5' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Confirm Delete' }))
  expect(question.getByText('Return 5, Émilie Roux, $35.48')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Return deleted.')).toBeTruthy()
  expect(await sheet().findByText('No returns on these days.')).toBeTruthy()
  // Without the styles, which keep toasts above an open sheet.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Return restored.')).toBeTruthy()
  expect(await sheet().findByRole('article', { name: 'Return 5' })).toBeTruthy()
  const changes = calls.filter(({ name }) => !name.startsWith('GET') && !name.includes('auth'))
  expect(changes.map(({ name, body }) => [name, body])).toEqual([
    ['DELETE /returns/bulk', { ids: [5] }],
    ['POST /returns/restore', { batch: 'b1' }],
  ])
})

test('the details of a sale list its returns, and say if nothing is left to return or to pay back @long', async () => {
  const all = { ...allItems, refund: 1406.9, shippingRefund: 12.35, totalRefund: 1419.25 }
  const { user, calls } = await openSales({}, [all])
  await openDetails(user)
  const reason = await screen.findByText('Nothing is left to return or to pay back.')
  expect(calls.map(({ name }) => name)).toContain('GET /returns?saleId=12')
  const { details, open } = returnForm
  expect(open().getAttribute('aria-disabled')).toBe('true')
  expect(open().getAttribute('aria-describedby')).toBe(reason.id)
  await user.click(open())
  expect(screen.queryByRole('dialog', { name: 'Return items' })).toBeNull()
  expect(
    within(details().getByRole('region', { name: 'Returns' })).getByRole('article'),
  ).toBeTruthy()
  expect(details().getByText('-$1,419.25')).toBeTruthy()
})

test('the copy of the slip of a sale says how much was returned @long', async () => {
  const print = vi.fn<() => void>()
  window.print = print
  const shop = { slipWidth: '80mm', hasLogo: false, version: 1 }
  const { user } = await openSales({ 'GET /shop': ok(shop) }, [twoMugs])
  await openDetails(user)
  // The list does not know it yet.
  await screen.findByText('-$35.48')
  await user.click(returnForm.details().getByRole('button', { name: 'Print' }))
  const question = within(await screen.findByRole('dialog', { name: /^Print/ }))
  await user.click(question.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  const slip = document.querySelector('[data-page|=slip]')
  expect(slip?.textContent).toMatch(/Copy.*Total\$1,419\.25Returned-\$35\.48/)
})
