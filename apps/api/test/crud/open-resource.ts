import { apiRoot } from '@stockie/contracts'
import request, { type Response } from 'supertest'
import { startTestApi, type TestApi } from '#test/test-api'
import { openTestShop, type TestShop } from '#test/test-shop'
import type { Body, ResourceCase } from './resources'

type Method = 'get' | 'post' | 'put' | 'delete'

export type OpenResource = {
  api: TestApi
  shop: TestShop
  /** A call below the resource's path. */
  send: (method: Method, path: string, body?: unknown, token?: string) => Promise<Response>
  /** Creates a record, or as many as there are changes to its usual body. */
  create: (changes?: Body) => Promise<Body>
  createIds: (count: number) => Promise<number[]>
  idOf: (record: Body) => number
  list: () => Promise<Body[]>
  listIds: () => Promise<number[]>
  /** Everything that the database holds of a record, lines included. */
  readRow: (id: number) => Promise<Body>
  countRows: () => Promise<number>
  stop: () => Promise<void>
}

/** A shop of its own for the calls of one resource. */
export async function openResource(resource: ResourceCase): Promise<OpenResource> {
  const { path: root, table, body, id: idField } = resource
  const api = await startTestApi()
  const shop = await openTestShop(api)

  const send: OpenResource['send'] = async (method, path, sent, token = shop.token) => {
    const call = request(api.server)[method](`${apiRoot}/${root}${path}`)
    if (token) call.auth(token, { type: 'bearer' })
    return sent === undefined ? call : call.send(sent as object)
  }

  async function create(changes: Body = {}): Promise<Body> {
    const answer = await send('post', '', { ...body(shop), ...changes })
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
    return answer.body as Body
  }

  async function createIds(count: number): Promise<number[]> {
    const ids = []
    for (let made = 0; made < count; made += 1) ids.push(idOf(await create()))
    return ids
  }

  const idOf = (record: Body) => Number(record[idField])
  const list = async () => (await send('get', '')).body as Body[]
  const linesOf: Record<string, string> = { sales: 'sale', purchases: 'purchase' }
  const one = linesOf[table]
  const lines = one
    ? `(select jsonb_agg(line order by line.id) from ${one}_lines as line where ${one}_id = $1)`
    : 'null::jsonb'

  async function readRow(id: number): Promise<Body> {
    const { rows } = await api.pool.query<{ row: Body }>(
      `select to_jsonb(record) || jsonb_build_object('lines', ${lines}) as row
       from ${table} as record where id = $1`,
      [id],
    )
    const [first] = rows
    if (!first) throw new Error(`There is no row ${id}.`)
    return first.row
  }

  async function countRows(): Promise<number> {
    const { rows } = await api.pool.query<{ count: number }>(`select count(*) from ${table}`)
    return rows[0]?.count ?? 0
  }

  return {
    api,
    shop,
    send,
    create,
    createIds,
    idOf,
    list,
    listIds: async () => (await list()).map(idOf),
    readRow,
    countRows,
    stop: api.stop,
  }
}
