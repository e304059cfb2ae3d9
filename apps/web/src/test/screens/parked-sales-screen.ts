import type { ParkedSale, ParkedSaleInput } from '@stockie/contracts'
import { screen, within } from '@testing-library/react'

import { ok, refuse } from '@/test/api-stub'

import { ada, openCreateSales, usedKey, vase } from './create-sales-screen'

export const jacket: ParkedSale = {
  id: 5,
  name: 'Blue jacket',
  customerId: ada.id,
  customerName: ada.name,
  discount: 1.5,
  shippingFees: 0,
  totalAmount: 58.5,
  remark: 'Gift wrap',
  saleDetails: [
    { productId: 7, productName: 'Lamp', price: 18, quantity: 1, total: 18 },
    { productId: vase.id, productName: 'Vase', price: 42, quantity: 1, total: 42 },
  ],
  createdAt: '2026-11-21T14:05:00.000Z',
  createdByName: 'Mia Castellano',
}
const hat: ParkedSale = { ...jacket, id: 6, name: null, discount: 0, saleDetails: [], remark: null }

/** The answer of the API, which a test may replace. */
type Reply = () => Response | Promise<Response>

/** A fake API with two parked sales. It parks and resumes each key once. */
export async function openParkedSales(
  replies: { park?: Reply; take?: Reply; remove?: Reply } = {},
) {
  const parked = [hat, jacket]
  const byKey = new Map<string | null, string>()
  const takes = new Map<number, string | null>()

  function park({ key, body }: { key: string | null; body: unknown }) {
    const text = JSON.stringify(body)
    const known = byKey.get(key)
    if (known !== undefined && known !== text) return replies.park?.() ?? usedKey()
    if (known === undefined) {
      byKey.set(key, text)
      const { name, customerId } = body as ParkedSaleInput
      parked.unshift({ ...hat, id: 10 + byKey.size, name: name ?? null, customerId })
    }
    return replies.park?.() ?? ok(parked[0])()
  }

  function takeOf(id: number) {
    return ({ key }: { key: string | null }) => {
      const sale = [hat, jacket].find((one) => one.id === id)
      const index = parked.findIndex((one) => one.id === id)
      if (index >= 0) {
        takes.set(id, key)
        parked.splice(index, 1)
      }
      if (replies.take) return replies.take()
      return takes.get(id) === key ? ok(sale)() : refuse(409, { takenByName: 'x' })()
    }
  }

  const opened = await openCreateSales({
    'GET /parked-sales': () => ok([...parked])(),
    'POST /parked-sales': park,
    'POST /parked-sales/5/take': takeOf(5),
    'POST /parked-sales/6/take': takeOf(6),
    'DELETE /parked-sales/bulk': () => {
      parked.splice(0, 1)
      return replies.remove?.() ?? ok({ count: 1, batch: 'b1' })()
    },
    'POST /parked-sales/restore': () => {
      parked.unshift(hat)
      return ok({ count: 1 })()
    },
  })
  return { ...opened, parked, byKey, replies }
}

export const parkButton = () => screen.getByRole('button', { name: 'Park' })
export const parkedButton = () => screen.getByRole('button', { name: /^Parked/ })
export const dialog = () => within(screen.getByRole('dialog', { name: 'Park sale' }))
export const sheet = () => within(screen.getByRole('dialog', { name: 'Parked sales' }))

export async function openSheet({ user }: Awaited<ReturnType<typeof openParkedSales>>) {
  await user.click(await screen.findByRole('button', { name: /^Parked/ }))
  await screen.findByRole('dialog', { name: 'Parked sales' })
}
