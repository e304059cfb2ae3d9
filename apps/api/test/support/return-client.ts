import { type Return, type ReturnInput, type Sale, saleTotal } from '@stockie/contracts'
import type { Answer, TestApi } from './test-api'
import type { TestShop } from './test-shop'

type SoldLine = { productId: number; price: number; quantity: number }
type ReturnedLine = { line: number; quantity: number; restock?: boolean }

/** Sells and takes back as the shop's owner. */
export function createReturnClient({ call }: Pick<TestApi, 'call'>, shop: TestShop) {
  const { token, customerId } = shop

  async function expectStatus(status: number, answer: Promise<Answer>): Promise<unknown> {
    const { status: answered, body, text } = await answer
    if (answered !== status) throw new Error(`The API answered ${answered}: ${text}`)
    return body
  }

  /** Records a sale and returns it as the API answers it. Amounts are in dollars. */
  async function sell(lines: SoldLine[], { discount = 0, shippingFees = 0 } = {}): Promise<Sale> {
    const saleDetails = lines.map((line) => ({ ...line, total: line.price * line.quantity }))
    const subtotal = saleDetails.reduce((sum, { total }) => sum + total, 0)
    const totalAmount = saleTotal(subtotal, discount, shippingFees)
    const body = {
      customerId,
      saleDate: '2026-11-02',
      saleDetails,
      discount,
      shippingFees,
      totalAmount,
      remark: null,
    }
    return (await expectStatus(201, call('/sales', { token, body }))) as Sale
  }

  /** Sends a return. `line` counts the lines of the sale from 0. */
  function tryReturn(
    sale: Pick<Sale, 'saleId' | 'saleDetails'>,
    lines: ReturnedLine[],
    more: Partial<ReturnInput> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = {
      returnDate: '2026-11-20',
      lines: lines.map(({ line, quantity, restock = true }) => ({
        saleDetailId: sale.saleDetails[line]?.id,
        quantity,
        restock,
      })),
      ...more,
    }
    return call(`/sales/${sale.saleId}/returns`, { token, body, headers })
  }

  return {
    sell,
    tryReturn,
    takeBack: async (...asked: Parameters<typeof tryReturn>): Promise<Return> =>
      (await expectStatus(201, tryReturn(...asked))) as Return,
    returnsOf: async (saleId: number): Promise<Return[]> =>
      (await expectStatus(200, call(`/returns?saleId=${saleId}`, { token }))) as Return[],
    remove: (path: string) => call(path, { token, method: 'DELETE' }),
    restore: (resource: 'sales' | 'returns', ...ids: number[]) =>
      call(`/${resource}/restore`, { token, body: { ids } }),
    read: (path: string) => expectStatus(200, call(path, { token })),
  }
}
