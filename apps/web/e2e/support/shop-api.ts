import { randomUUID } from 'node:crypto'

import { accounts } from './accounts'
import type { Stockie } from './stockie'

export type ShopApi = ReturnType<typeof createShopApi>

/** The API of the shop, for the preparations and the assertions of tests. */
export function createShopApi(stockie: Stockie) {
  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${stockie.url}/api/v1/${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${await stockie.tokenOf(accounts.owner)}`,
      },
      body: body && JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
    // A deletion has no response body.
    const answer: Answer = text === '' ? undefined : JSON.parse(text)
    return answer
  }

  function list<Row>(path: string) {
    return call<Row[]>('GET', path)
  }

  async function firstId(path: string) {
    const [first] = await list<{ id: number }>(path)
    if (!first) throw new Error(`The shop has no ${path}`)
    return first.id
  }

  return {
    list,
    read: <Answer>(path: string) => call<Answer>('GET', path),
    firstId,
    enter: <Row = { id: number }>(path: string, body: object) => call<Row>('POST', path, body),
    update: (path: string, body: object) => call<unknown>('PUT', path, body),
    remove: (path: string) => call<undefined>('DELETE', path),
  }
}

/** Returns a unique word without digits: a search for it, or for the id of a record, finds only what one test made. */
export function uniqueWord() {
  const letters = 'ghijklmnop'
  const id = randomUUID().slice(0, 8)
  return `Word${id.replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? '')}`
}

export async function enterProduct(shop: ShopApi, name: string, more: object = {}) {
  const categoryId = await shop.firstId('categories')
  return shop.enter('products', { name, price: 20, cost: 10, stock: 5, categoryId, ...more })
}

export async function stockOf(shop: ShopApi, id: number) {
  const products = await shop.list<{ id: number; stock: number }>('products')
  return products.find((product) => product.id === id)?.stock
}
