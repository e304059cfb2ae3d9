import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentCases } from './document-cases'
import { openCrud, type Crud } from './crud-fixture'
import { recordCases } from './record-cases'

const impossibleIds = ['0', '-1', '1.5', '01', '2147483648', '9007199254740993', '1e3', 'x', '%20']
const badId = 'An id must be a whole number from 1 to 2,147,483,647'
const badIds = 'ids must be a list of 1 to 10,000 ids'
const longest = { name: 200, phone: 50, address: 2000, description: 2000, remark: 2000 }
const most = 1_000_000_000

describe.each([...recordCases, ...documentCases])('$path', (resource) => {
  const { entered, edited, broken } = resource
  let crud: Crud
  let kept: number
  beforeAll(async () => {
    crud = await openCrud(resource)
    kept = await crud.enter()
  })
  afterAll(() => crud.stop())

  /** A refused body, by both calls that take one, leaves the rows as they are. */
  async function refusalsOf(change: Record<string, unknown>) {
    const { client, root, shop } = crud
    const before = await crud.rows()
    const calls = [client.post(root).send({ ...entered(shop).body, ...change })]
    if (edited) {
      calls.push(client.put(`${root}/${kept}`).send({ ...edited(shop).body, ...change }))
    }
    const answers = await Promise.all(calls)
    expect(await crud.rows()).toEqual(before)
    return answers
  }

  // @holds spec 5.1, 5.2, 5.4-5.8, 5.10-5.14, 8.4, decision 11.4, asvs 2.2.2
  test.each(broken)('DECISIONS 11: %s refuses %j with %j', async (field, values, message) => {
    for (const value of values) {
      for (const answer of await refusalsOf({ [field]: value })) {
        expect(answer.type).toBe('application/problem+json')
        expect({ value, ...answer.body }).toMatchObject({ value, status: 422, detail: message })
        expect(answer.body.errors).toContainEqual({ path: field, message })
      }
    }
  })

  // @holds decision 33.3
  test('DECISIONS 33: every broken field is told, not only the first', async () => {
    const all = Object.fromEntries(broken.map(([field, [value]]) => [field, value]))
    const errors = broken.map(([path, , message]) => ({ path, message }))
    for (const answer of await refusalsOf(all)) {
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toHaveLength(errors.length)
      expect(answer.body.errors).toEqual(expect.arrayContaining(errors))
    }
  })

  // @holds decision 16.2, asvs 1.3.3, 2.1.3
  test('DECISIONS 16: the longest text and the largest number are kept, and one more is refused', async () => {
    const { body } = entered(crud.shop)
    const bounds = [
      ...Object.entries(longest).map(([field, max]) => [
        field,
        'ä'.repeat(max),
        'ä'.repeat(max + 1),
      ]),
      ...['amount', 'price', 'cost', 'stock'].map((field) => [field, most, most + 1]),
    ] as const
    for (const [field, last, beyond] of bounds.filter(([name]) => String(name) in body)) {
      const which = await crud.enter({ [String(field)]: last })
      expect(await crud.rowOf(which)).toMatchObject({ [String(field)]: last })
      for (const answer of await refusalsOf({ [String(field)]: beyond })) {
        const errors = [{ path: field, message: expect.stringContaining('at most') }]
        expect(answer.body).toMatchObject({ status: 422, errors })
      }
    }
  })

  // @holds asvs 15.3.5
  test.each([null, [], 'text', 7, true])('a body of %j is 422', async (body) => {
    const { client, root } = crud
    const before = await crud.rows()
    const answer = await client.post(root).type('json').send(JSON.stringify(body))
    expect(answer.status).toBe(422)
    expect(await crud.rows()).toEqual(before)
  })

  test('an id that no record can have is the id of nothing: 404', async () => {
    const { client, root, shop } = crud
    const before = await crud.rows()
    for (const impossible of impossibleIds) {
      await client.delete(`${root}/${impossible}`).expect(404)
      const { body } = (edited ?? entered)(shop)
      await client.put(`${root}/${impossible}`).send(body).expect(404)
    }
    expect(await crud.rows()).toEqual(before)
  })

  // @holds spec 7.10, 7.24, decision 31.1
  test('DECISIONS 31: one malformed id refuses the whole body of a bulk delete and of a restore', async () => {
    const { client, root } = crud
    const before = await crud.rows()
    for (const malformed of [0, -1, 1.5, 2_147_483_648, 1e16, '1', null, [1], {}]) {
      const ids = [kept, malformed]
      const errors = [{ path: 'ids.1', message: badId }]
      const bulk = await client.delete(`${root}/bulk`).send({ ids }).expect(422)
      const restore = await client.post(`${root}/restore`).send({ ids }).expect(422)
      expect([bulk.body.errors, restore.body.errors]).toEqual([errors, errors])
    }
    expect(await crud.rows()).toEqual(before)
  })

  // @holds decision 10.3
  test('DECISIONS 10: a bulk body takes 1 to 10,000 ids', async () => {
    const { client, root } = crud
    const before = await crud.rows()
    const tooMany = Array.from({ length: 10_001 }, () => kept)
    for (const body of [{ ids: [] }, { ids: tooMany }, { ids: kept }, {}]) {
      const errors = [{ path: 'ids', message: badIds }]
      const bulk = await client.delete(`${root}/bulk`).send(body).expect(422)
      const restore = await client.post(`${root}/restore`).send(body).expect(422)
      expect([bulk.body.errors, restore.body.errors]).toEqual([errors, errors])
    }
    expect(await crud.rows()).toEqual(before)
  })
})
