import { apiRoot, type ResourcePath } from '@stockie/contracts'
import request from 'supertest'
import type { z } from 'zod'
import { startTestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

export type Body = Record<string, unknown>

/** A body, and what has to become of it. */
export type Example = {
  /** With blanks around its texts. */
  body: Body
  /** All that is answered, but the id. */
  answer: Body
  /** Columns of the row. */
  stored: Body
}

/** What the shared tests need to know of a resource. */
export type CrudCase = {
  path: ResourcePath
  table: string
  id: 'id' | 'saleId' | 'purchaseId'
  row: z.ZodType
  newestFirst: boolean
  entered: (shop: TestShop) => Example
  /** Sales and purchases are never edited. */
  edited?: (shop: TestShop) => Example
  /** Texts that may be left out. */
  optional: string[]
  /** Values that a field refuses, and the specification's own sentence for it. */
  broken: [field: string, values: unknown[], message: string][]
}

export type Crud = Awaited<ReturnType<typeof openCrud>>

/** A resource's calls on an API of its own, with what its records name, and its rows. */
export async function openCrud({ path, table, id, entered }: CrudCase) {
  const api = await startTestApi()
  // So that who calls is not the only one who might be noted.
  await createUser(api.pool)
  const shop = await openTestShop(api)
  const root = `${apiRoot}/${path}`
  const clientOf = (token: string) =>
    request.agent(api.server).set('Authorization', `Bearer ${token}`)
  const client = clientOf(shop.token)

  async function enter(changes: Body = {}): Promise<number> {
    const body = { ...entered(shop).body, ...changes }
    const answer = await client.post(root).send(body).expect(201)
    return answer.body[id]
  }

  async function list(): Promise<Body[]> {
    return (await client.get(root).expect(200)).body
  }

  async function listed(): Promise<unknown[]> {
    return (await list()).map((record) => record[id])
  }

  async function rows(): Promise<Body[]> {
    return (await api.pool.query(`select * from ${table} order by id`)).rows
  }

  async function rowOf(which: number): Promise<Body | undefined> {
    return (await rows()).find((row) => row.id === which)
  }

  return { api, shop, root, client, clientOf, enter, list, listed, rows, rowOf, stop: api.stop }
}
