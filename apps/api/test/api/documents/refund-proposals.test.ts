import { proposedRefund, type Return, refundsLeft, sales } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

const returnDate = '2026-11-20'

test('the contracts propose the refunds that the API computes, also after lowered and deleted ones @long', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const { sell, read, remove } = createShopClient(api, shop)
  const [tea, rice] = shop.products
  for (const discount of [0, 0.01, 7.35, 33.33, 88.88, 89, 95]) {
    const sold = [
      { productId: tea, price: 7, quantity: 5 },
      { productId: rice, price: 18, quantity: 3 },
    ]
    const totalAmount = Math.max(0, 8900 - Math.round(discount * 100)) / 100
    const id = await sell('2026-11-19', sold, { discount, totalAmount })
    const sale = sales.row.parse(await read(`/sales/${id}`))
    const [teas, rices] = sale.saleDetails
    const made = async () => (await read(`/returns?saleId=${id}`)) as Return[]

    for (const [quantities, isLowered] of [
      [[1, 0], false],
      [[1, 1], true],
      [[2, 1], false],
      [[1, 1], false],
    ] as const) {
      const lines = [teas, rices].flatMap((line, index) => {
        const quantity = quantities[index] ?? 0
        return line && quantity > 0 ? { saleDetailId: line.id, price: line.price, quantity } : []
      })
      const others = await made()
      const proposed = proposedRefund(sale, others, lines)
      const body = {
        returnDate,
        lines: lines.map(({ saleDetailId, quantity }) => ({
          saleDetailId,
          quantity,
          restock: true,
        })),
        ...(isLowered && { refund: Math.floor(proposed) / 2 }),
      }
      const { body: row } = await api.call(`/sales/${id}/returns`, { token: shop.token, body })
      expect(row, `${discount}`).toMatchObject(
        isLowered ? { proposedRefund: proposed } : { refund: proposed },
      )
    }
    const [, deleted] = await made()
    await remove(`/returns/${deleted?.id}`)
    const others = await made()
    // The cents that rounding has left belong to the goods that are still sold.
    expect(proposedRefund(sale, others, []), `${discount}`).toBe(0)
    const again = deleted?.lines.map(({ saleDetailId, quantity }) => ({
      saleDetailId,
      quantity,
      restock: true,
    }))
    const { body: row } = await api.call(`/sales/${id}/returns`, {
      token: shop.token,
      body: { returnDate, lines: again },
    })
    expect(row).toMatchObject({ refund: proposedRefund(sale, others, deleted?.lines ?? []) })
    expect(refundsLeft(sale, await made()).shipping).toBe(0)
  }
})
