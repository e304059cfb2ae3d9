import { purchaseKind, saleKind, type DocumentKind } from './document-kinds'
import type { Answer, TestApi } from './test-api'
import type { TestShop } from './test-shop'
import { createUser } from './test-users'

type Line = { productId: number; price?: number; quantity?: number }

/** Calls the API as the shop's owner, with what tests of the reports need. */
export function createShopClient(api: TestApi, shop: TestShop) {
  const { token } = shop

  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    api.call(path, { token, headers })

  async function read(path: string): Promise<unknown> {
    const answer = await get(path)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }

  async function record(kind: DocumentKind, day: string, lines: Line[], more = {}) {
    const body = kind.body(shop, lines, { [kind.dateField]: day, ...more })
    const answer = await api.call(`/${kind.path}`, { token, body })
    const id: unknown = Object(answer.body)[kind.idField]
    if (typeof id !== 'number') throw new Error(`The document was not recorded: ${answer.text}`)
    return id
  }

  return {
    get,
    read,
    /** `more` replaces fields of the body, such as `customerId`. */
    sell: (day: string, lines: Line[], more?: object) => record(saleKind, day, lines, more),
    buy: (day: string, lines: Line[], more?: object) => record(purchaseKind, day, lines, more),
    remove: (path: string) => api.call(path, { token, method: 'DELETE' }),
    restore: (resource: string, ids: number[]) =>
      api.call(`/${resource}/restore`, { token, body: { ids } }),
    /** Returns a function that requests the path with the last ETag: 304 while that answer is current. */
    poll: (path: string) => {
      let known = ''
      return async (): Promise<number> => {
        const { status, headers } = await get(path, { 'if-none-match': known })
        known = headers.get('etag') ?? ''
        return status
      }
    },
    /** Returns the status of a GET for a new account of each role. */
    statusesFor: async (path: string, roles: number[]): Promise<number[]> => {
      const statuses = []
      for (const role of roles) {
        const { id } = await createUser(api.pool, role)
        const theirs = api.tokens.sign({ userId: id, version: 0 })
        statuses.push((await api.call(path, { token: theirs })).status)
      }
      return statuses
    },
    /** Inserts an expense in whole dollars at an instant and returns its id. */
    spend: async (amount: number, at: string): Promise<number> => {
      const { rows } = await api.pool.query<{ id: number }>(
        `with category as (insert into expense_categories (name) values ('Rent') returning id)
         insert into expenses (name, amount, created_at, expense_category_id)
         select 'Rent', $1, $2, id from category returning id`,
        [amount, at],
      )
      return rows[0]?.id ?? 0
    },
  }
}
