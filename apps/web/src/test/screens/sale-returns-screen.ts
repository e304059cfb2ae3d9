import type { Return } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { toast } from 'sonner'

import { owner, renderApp } from '@/test/app-harness'
import { never, ok, refuse, stubApi, unreachable } from '@/test/api-stub'
import { gift, withoutLines } from '@/test/sale-fixtures'

/** Two mugs of the sale of `gift` came back. */
export const twoMugs: Return = {
  id: 5,
  saleId: gift.saleId,
  saleDate: gift.saleDate,
  customerName: gift.customerName,
  returnDate: '2026-11-21',
  lines: [
    {
      saleDetailId: 32,
      productId: 2,
      productName: 'Mug',
      price: 19,
      quantity: 2,
      restock: false,
    },
  ],
  proposedRefund: 35.48,
  refund: 35.48,
  shippingRefund: 0,
  totalRefund: 35.48,
  remark: 'Cracked',
  createdAt: '2026-11-21T15:00:00.000Z',
  createdByName: 'Olivia Owner',
}

/** All items of the sale of `gift` came back, but $10 of the refund and the shipping fees were kept. */
export const allItems: Return = {
  ...twoMugs,
  lines: gift.saleDetails.map(({ id, productId, productName, price, quantity }) => {
    return { saleDetailId: id, productId, productName, price, quantity, restock: true }
  }),
  proposedRefund: 1406.9,
  refund: 1396.9,
  totalRefund: 1396.9,
}

interface SentReturn {
  lines: { saleDetailId: number; quantity: number; restock: boolean }[]
  refund?: number
  shippingRefund: number
}

/** An API that records returns of the sale of `gift`, once for each key. */
function createShop(made: Return[]) {
  const recorded = new Map<string | null, { text: string; row: Return }>()
  const shop = {
    made,
    /** How the next requests are answered. */
    answer: 'normal' as 'normal' | 'lost' | 'silent',
    record({ key, body }: { key: string | null; body: unknown }) {
      const text = JSON.stringify(body)
      const first = recorded.get(key)
      const row = first?.row ?? toReturn(body as SentReturn, 6 + recorded.size)
      if (!first) {
        recorded.set(key, { text, row })
        shop.made = [row, ...shop.made]
      }
      if (shop.answer === 'silent') return never()
      if (shop.answer === 'lost') return unreachable()
      if (first && first.text !== text) {
        return refuse(409, { errors: [{ path: 'Idempotency-Key', message: 'Used before' }] })()
      }
      return ok(row)()
    },
    remove({ body }: { body: unknown }) {
      const { ids } = body as { ids: number[] }
      const count = shop.made.filter(({ id }) => ids.includes(id)).length
      shop.made = shop.made.filter(({ id }) => !ids.includes(id))
      return ok({ count, batch: 'b1' })()
    },
  }
  return shop
}

function toReturn({ lines, shippingRefund, ...sent }: SentReturn, id: number): Return {
  const [line] = lines
  const [mugs] = twoMugs.lines
  const refund = sent.refund ?? (line ? 18 : 0)
  return {
    ...twoMugs,
    id,
    lines: mugs && line ? [{ ...mugs, ...line }] : [],
    proposedRefund: refund,
    refund,
    shippingRefund,
    totalRefund: refund + shippingRefund,
  }
}

/** Opens the sales list of a day with the sale of `gift`. */
export async function openSales(answers: Parameters<typeof stubApi>[0] = {}, made: Return[] = []) {
  // Toasts of an earlier test: sonner shows a new toaster all toasts that have not expired.
  toast.dismiss()
  const shop = createShop(made)
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /sales?*': () => ok(withoutLines([gift]))(),
    'GET /sales/12': ok(gift),
    'GET /returns?*': () => ok(shop.made)(),
    'POST /sales/12/returns': (call) => shop.record(call),
    'DELETE /returns/bulk': (call) => shop.remove(call),
    ...answers,
  })
  const { user } = renderApp('/sales?from=2026-11-21&to=2026-11-21', 't1')
  await screen.findByRole('checkbox', { name: 'Select Sale 12' })
  const sent = () => calls.filter(({ name }) => name === 'POST /sales/12/returns')
  return { user, shop, calls, sent }
}

/** Opens the details of the sale. */
export function openDetails(user: UserEvent) {
  const row = screen.getByRole('checkbox', { name: 'Select Sale 12' }).closest('tr')
  return user.click(within(row ?? document.body).getByRole('button', { name: 'View' }))
}

/** Opens the form from the details of the sale. */
export async function openReturnForm(...opened: Parameters<typeof openSales>) {
  const sales = await openSales(...opened)
  await openDetails(sales.user)
  const open = await screen.findByRole('button', { name: 'Return items' })
  await waitFor(() => {
    if (open.getAttribute('aria-disabled') === 'true') throw new Error('It still loads')
  })
  await sales.user.click(open)
  await screen.findByRole('dialog', { name: 'Return items' })
  return sales
}

const form = () => within(screen.getByRole('dialog', { name: 'Return items' }))

export const returnForm = {
  form,
  details: () => within(screen.getByRole('dialog', { name: 'Sales Details' })),
  open: () => screen.getByRole('button', { name: 'Return items' }),
  quantity: (name: string) =>
    form().getByRole<HTMLInputElement>('spinbutton', { name: `Quantity of ${name}` }),
  more: (name: string) => form().getByRole('button', { name: `One more of ${name}` }),
  refund: () => form().getByLabelText<HTMLInputElement>('Refund'),
  shipping: () => form().getByLabelText<HTMLInputElement>('Shipping refund'),
  total: () => form().getByRole('status', { name: 'Total to pay back' }).textContent,
  submit: () => form().getByRole('button', { name: 'Record return' }),
  isClosed: () =>
    waitFor(() => {
      if (screen.queryByRole('dialog', { name: 'Return items' })) throw new Error('It is open')
    }),
}
