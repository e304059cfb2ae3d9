import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentCases } from './document-cases'
import { startCrud, type Crud } from './crud-fixture'
import { recordCases } from './record-cases'

const invalidIds = ['0', '-1', '1.5', '01', '2147483648', '9007199254740993', '1e3', 'x', '%20']
const invalidIdMessage = 'An id must be a whole number from 1 to 2,147,483,647'
const invalidListMessage = 'ids must be a list of 1 to 10,000 ids'
const maxLengths = { name: 200, phone: 50, address: 2000, description: 2000, remark: 2000 }
const maxNumber = 1_000_000_000

describe.each([...recordCases, ...documentCases])('$path', (resource) => {
  const { created, edited, invalid } = resource
  let crud: Crud
  let storedId: number
  beforeAll(async () => {
    crud = await startCrud(resource)
    storedId = await crud.createRecord()
  })
  afterAll(() => crud.stop())

  /** Sends an invalid body by create and by update, and checks that the rows are unchanged. */
  async function sendInvalid(change: Record<string, unknown>) {
    const { client, root, shop } = crud
    const before = await crud.readRows()
    const calls = [client.post(root).send({ ...created(shop).body, ...change })]
    if (edited) {
      calls.push(client.put(`${root}/${storedId}`).send({ ...edited(shop).body, ...change }))
    }
    const answers = await Promise.all(calls)
    expect(await crud.readRows()).toEqual(before)
    return answers
  }

  // @holds spec 5.1, 5.2, 5.4-5.8, 5.10-5.14, 8.4, decision 11.4, asvs 2.2.2
  test.each(invalid)('the field %s rejects %j with %j', async (field, values, message) => {
    for (const value of values) {
      for (const answer of await sendInvalid({ [field]: value })) {
        expect(answer.type).toBe('application/problem+json')
        expect({ value, ...answer.body }).toMatchObject({ value, status: 422, detail: message })
        expect(answer.body.errors).toContainEqual({ path: field, message })
      }
    }
  })

  // @holds decision 33.3
  test('every invalid field is reported, not only the first', async () => {
    const all = Object.fromEntries(invalid.map(([field, [value]]) => [field, value]))
    const errors = invalid.map(([path, , message]) => ({ path, message }))
    for (const answer of await sendInvalid(all)) {
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toHaveLength(errors.length)
      expect(answer.body.errors).toEqual(expect.arrayContaining(errors))
    }
  })

  // @holds decision 16.2, asvs 1.3.3, 2.1.3
  test('the longest text and the largest number are stored, and one more is rejected', async () => {
    const { body } = created(crud.shop)
    const bounds = [
      ...Object.entries(maxLengths).map(([field, max]) => [
        field,
        'ä'.repeat(max),
        'ä'.repeat(max + 1),
      ]),
      ...['amount', 'price', 'cost', 'stock'].map((field) => [field, maxNumber, maxNumber + 1]),
    ] as const
    for (const [field, longestOrLargest, beyond] of bounds.filter(
      ([name]) => String(name) in body,
    )) {
      const recordId = await crud.createRecord({ [String(field)]: longestOrLargest })
      expect(await crud.readRow(recordId)).toMatchObject({ [String(field)]: longestOrLargest })
      for (const answer of await sendInvalid({ [String(field)]: beyond })) {
        const errors = [{ path: field, message: expect.stringContaining('at most') }]
        expect(answer.body).toMatchObject({ status: 422, errors })
      }
    }
  })

  // @holds asvs 15.3.5
  test.each([null, [], 'text', 7, true])('a body of %j is answered 422', async (body) => {
    const { client, root } = crud
    const before = await crud.readRows()
    const answer = await client.post(root).type('json').send(JSON.stringify(body))
    expect(answer.status).toBe(422)
    expect(await crud.readRows()).toEqual(before)
  })

  test('an id that no record can have is answered 404', async () => {
    const { client, root, shop } = crud
    const before = await crud.readRows()
    for (const invalidId of invalidIds) {
      await client.delete(`${root}/${invalidId}`).expect(404)
      const { body } = (edited ?? created)(shop)
      await client.put(`${root}/${invalidId}`).send(body).expect(404)
    }
    expect(await crud.readRows()).toEqual(before)
  })

  // @holds spec 7.10, 7.24, decision 31.1
  test('a malformed id rejects the whole body of a bulk delete or a restore', async () => {
    const { client, root } = crud
    const before = await crud.readRows()
    for (const malformed of [0, -1, 1.5, 2_147_483_648, 1e16, '1', null, [1], {}]) {
      const ids = [storedId, malformed]
      const errors = [{ path: 'ids.1', message: invalidIdMessage }]
      const bulk = await client.delete(`${root}/bulk`).send({ ids }).expect(422)
      const restore = await client.post(`${root}/restore`).send({ ids }).expect(422)
      expect([bulk.body.errors, restore.body.errors]).toEqual([errors, errors])
    }
    expect(await crud.readRows()).toEqual(before)
  })

  // @holds decision 10.3
  test('a bulk delete or a restore without 1 to 10,000 ids is rejected', async () => {
    const { client, root } = crud
    const before = await crud.readRows()
    const tooMany = Array.from({ length: 10_001 }, () => storedId)
    for (const body of [{ ids: [] }, { ids: tooMany }, { ids: storedId }, { ids: null }]) {
      const errors = [{ path: 'ids', message: invalidListMessage }]
      const bulk = await client.delete(`${root}/bulk`).send(body).expect(422)
      const restore = await client.post(`${root}/restore`).send(body).expect(422)
      expect([bulk.body.errors, restore.body.errors]).toEqual([errors, errors])
    }
    await client.delete(`${root}/bulk`).send({}).expect(422)
    expect(await crud.readRows()).toEqual(before)
  })

  test('a restore takes either ids or the UUID of a batch', async () => {
    const { client, root } = crud
    const bulk = await client.delete(`${root}/bulk`).send({ ids: [storedId] })
    const { batch } = bulk.body
    const before = await crud.readRows()
    const errorsOf = async (body: object) =>
      (await client.post(`${root}/restore`).send(body).expect(422)).body.errors
    const notOne = [{ path: 'ids', message: 'Send either ids or batch' }]
    expect(await errorsOf({})).toEqual(notOne)
    expect(await errorsOf({ ids: [storedId], batch })).toEqual(notOne)
    const malformed = [{ path: 'batch', message: 'batch must be a UUID' }]
    for (const other of ['', '1', `${batch} `, `{${batch}}`, batch.slice(1), [batch], null, 7]) {
      expect(await errorsOf({ batch: other })).toEqual(malformed)
    }
    expect(await crud.readRows()).toEqual(before)
    await client.post(`${root}/restore`).send({ batch: batch.toUpperCase() }).expect(200)
    expect((await crud.readList()).length).toBe(before.length)
  })
})
