import { stockCounts, type StockCountDetail } from '@stockie/contracts'
import type { Answer, TestApi } from '#test/support/test-api'
import type { TestShop } from '#test/support/test-shop'

export type CountStep = 'finish' | 'post' | 'undo' | 'discard' | 'reopen'

type Call = Pick<TestApi, 'call'>

/** Counts stock as the owner of the shop, or with another token. */
export function createCountClient({ call }: Call, shop: TestShop, token = shop.token) {
  const root = `/${stockCounts.path}`
  const start = (body: object = {}, headers: Record<string, string> = {}) =>
    call(root, { token, body: { blind: false, ...body }, headers })
  const enter = (
    id: number,
    productId: number,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    call(`${root}/${id}/products/${productId}`, { token, method: 'PUT', body, headers })
  const step = (id: number, name: CountStep, body?: object) =>
    call(`${root}/${id}/${name}`, { token, method: 'POST', ...(body && { body }) })

  async function read(id: number): Promise<StockCountDetail> {
    const { body } = await call(`${root}/${id}`, { token })
    return stockCounts.detail.parse(body)
  }

  return {
    start,
    enter,
    step,
    read,
    /** Starts a count and returns its id. */
    async open(body: object = {}): Promise<number> {
      return stockCounts.detail.parse((await start(body)).body).id
    },
    listPage: (query: string) => call(`${root}?${query}`, { token }),
    list: async () => stockCounts.row.array().parse((await call(root, { token })).body),
    lineOf: async (id: number, productId: number) => {
      const { lines } = await read(id)
      const line = lines.find((one) => one.productId === productId)
      if (!line) throw new Error('The product is not in the count.')
      return line
    },
  }
}
