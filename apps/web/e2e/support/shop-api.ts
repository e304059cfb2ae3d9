import { randomUUID } from 'node:crypto'

import { accounts } from './accounts'
import type { Stockie } from './stockie'

export type ShopApi = ReturnType<typeof createShopApi>

/** The shop behind the screens, through its real API: what a test needs before, and finds after. */
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
    // A deletion answers nothing.
    const answer: Answer = text === '' ? undefined : JSON.parse(text)
    return answer
  }

  function list<Row>(path: string) {
    return call<Row[]>('GET', path)
  }

  async function firstId(path: string) {
    const [first] = await list<{ id: number }>(path)
    if (!first) throw new Error(`There are no ${path}`)
    return first.id
  }

  return {
    list,
    firstId,
    enter: (path: string, body: object) => call<{ id: number }>('POST', path, body),
    update: (path: string, body: object) => call<unknown>('PUT', path, body),
    remove: (path: string) => call<undefined>('DELETE', path),
  }
}

/** A word that nothing else holds, so that a search for it finds a test's own records alone. */
export function uniqueWord() {
  return `Word${randomUUID().slice(0, 8)}`
}
