import type { Books } from '@stockie/contracts'
import { purchaseKind, saleKind } from '#test/support/document-kinds'
import type { Answer, TestApi } from '#test/support/test-api'
import type { TestShop } from '#test/support/test-shop'
import { cashCountBody } from '#test/support/writes/day-sheet-write-cases'

/** The books are closed up to this day. */
export const closedThrough = '2026-10-31'
export const refusalSentence = 'The books are closed up to 31 Oct 2026.'
export const days = {
  'long before': '2026-02-28',
  'on the last closed day': closedThrough,
  'on the first open day': '2026-11-01',
  'long after': '2026-11-20',
}

/** The resources whose records have a day. They have the names of their tables. */
export const datedResources = ['sales', 'purchases', 'returns', 'expenses'] as const
export type DatedResource = (typeof datedResources)[number]

type Recording = [path: string, body: Record<string, unknown>]

/** Closes the books of a shop, and writes everything that has a day. */
export function createClosedShop(api: Pick<TestApi, 'call' | 'pool'>, shop: TestShop) {
  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => api.call(path, { method, token: shop.token, body, headers })

  async function move(day: string | null): Promise<Books> {
    const answer = await send('PUT', '/books', { closedThrough: day })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body as Books
  }

  const lines = shop.products.map((productId) => ({ productId, quantity: 2 }))

  const expense = (date: string) => ({
    name: 'Rent',
    amount: 9,
    expenseCategoryId: shop.expenseCategoryId,
    date,
  })

  /** Sales of an open day, one for each return. The books are open then. */
  async function sellForReturn(): Promise<{ saleId: number; lineId: number }> {
    const body = saleKind.body(shop, lines, { saleDate: '2026-11-20' })
    const answer = await send('POST', '/sales', body)
    if (answer.status !== 201) throw new Error(answer.text)
    const { saleId, saleDetails } = Object(answer.body)
    return { saleId, lineId: saleDetails[0].id }
  }

  /** Prepares the call that records something of a day. */
  async function recording(resource: DatedResource, day: string): Promise<Recording> {
    if (resource === 'expenses') return ['/expenses', expense(day)]
    if (resource === 'sales') {
      return ['/sales', saleKind.body(shop, lines, { saleDate: day })]
    }
    if (resource === 'purchases') {
      return ['/purchases', purchaseKind.body(shop, lines, { purchaseDate: day })]
    }
    const { saleId, lineId } = await sellForReturn()
    const returned = [{ saleDetailId: lineId, quantity: 1, restock: true }]
    return [`/sales/${saleId}/returns`, { returnDate: day, lines: returned }]
  }

  async function record(resource: DatedResource, day: string): Promise<number> {
    const [path, body] = await recording(resource, day)
    const answer = await send('POST', path, body)
    if (answer.status !== 201) throw new Error(answer.text)
    return idOf(resource, Object(answer.body))
  }

  return {
    send,
    move,
    expense,
    recording,
    record,
    count: (date: string): Promise<Answer> => send('POST', '/day-sheets', cashCountBody({ date })),
  }
}

/** The id of a recorded row. A return names its sale too. */
export function idOf(resource: DatedResource, row: Record<string, unknown>): number {
  const { id, saleId, purchaseId } = row
  return Number(resource === 'sales' ? saleId : (id ?? purchaseId))
}

/** Everything that a refused write must not change. */
export async function fingerprint({ pool }: Pick<TestApi, 'pool'>): Promise<unknown> {
  const tables = [
    ...datedResources,
    'sale_lines',
    'purchase_lines',
    'return_lines',
    'day_sheets',
    'stock_movements',
    'products',
    'activities',
    'idempotency_records',
  ]
  const texts = tables.map(
    (table) =>
      `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t) as ${table}`,
  )
  return (await pool.query(`select ${texts.join()}`)).rows[0]
}
