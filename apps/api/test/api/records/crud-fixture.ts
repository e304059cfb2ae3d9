import { apiRoot, type ResourcePath } from '@stockie/contracts'
import request from 'supertest'
import type { z } from 'zod'
import { startTestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

export type Body = Record<string, unknown>

/** A request body with the expected answer and row. */
export type Example = {
  /** Its texts have blanks around them. */
  body: Body
  /** The whole answer without the id. */
  answer: Body
  /** Some columns of the row. */
  stored: Body
}

/** A resource as the tests that all resources share need it. */
export type CrudCase = {
  path: ResourcePath
  table: string
  id: 'id' | 'saleId' | 'purchaseId'
  row: z.ZodType
  /** Columns that a new record has only in the list. */
  onlyInList?: Body
  newestFirst: boolean
  created: (shop: TestShop) => Example
  /** Missing for sales and purchases, which cannot be edited. */
  edited?: (shop: TestShop) => Example
  /** Texts that may be missing. */
  optional: string[]
  /** Values that a field rejects, with the message of the specification. */
  invalid: [field: string, values: unknown[], message: string][]
}

export type Crud = Awaited<ReturnType<typeof startCrud>>

/** Starts an API with a shop, and returns helpers for the records and rows of one resource. */
export async function startCrud({ path, table, id, created }: CrudCase) {
  const api = await startTestApi()
  // Another user exists, so that a test notices if the API stores the wrong user.
  await createUser(api.pool)
  const shop = await openTestShop(api)
  const root = `${apiRoot}/${path}`
  const clientOf = (token: string) =>
    request.agent(api.server).set('Authorization', `Bearer ${token}`)
  const client = clientOf(shop.token)

  async function createRecord(changes: Body = {}): Promise<number> {
    const body = { ...created(shop).body, ...changes }
    const answer = await client.post(root).send(body).expect(201)
    return answer.body[id]
  }

  async function readList(): Promise<Body[]> {
    return (await client.get(root).expect(200)).body
  }

  async function listIds(): Promise<unknown[]> {
    return (await readList()).map((record) => record[id])
  }

  async function readRows(): Promise<Body[]> {
    return (await api.pool.query(`select * from ${table} order by id`)).rows
  }

  async function readRow(recordId: number): Promise<Body | undefined> {
    return (await readRows()).find((row) => row.id === recordId)
  }

  return {
    api,
    shop,
    root,
    client,
    clientOf,
    createRecord,
    readList,
    listIds,
    readRows,
    readRow,
    stop: api.stop,
  }
}
