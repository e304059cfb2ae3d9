import { apiRoot } from '@stockie/contracts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createUser, type TestUser } from '#test/support/test-users'
import { type Crud, startCrud } from './crud-fixture'
import { recordCases } from './record-cases'

const changed = 'urn:stockie:problem:changed'

type Client = Crud['client']

describe.each(recordCases)('$path', (resource) => {
  let crud: Crud
  let other: TestUser
  let otherClient: Client
  beforeAll(async () => {
    crud = await startCrud(resource)
    other = await createUser(crud.api.pool, 2)
    otherClient = crud.clientOf(crud.api.tokens.sign({ userId: other.id, version: 0 }))
  })
  afterAll(() => crud.stop())

  function put(id: number, version?: string, changes = {}, client = crud.client) {
    const body = { ...resource.edited?.(crud.shop).body, ...changes }
    const call = client.put(`${crud.root}/${id}`).send(body)
    return version === undefined ? call : call.set('If-Match', version)
  }

  async function readVersion(id: number): Promise<unknown> {
    return (await crud.readList()).find((row) => row['id'] === id)?.['version']
  }

  test('a record has the version 1, and each change of its fields raises it', async () => {
    const id = await crud.createRecord()
    expect(await readVersion(id)).toBe(1)
    await put(id, '"1"').expect(200)
    expect(await readVersion(id)).toBe(2)
    await put(id, undefined, { name: 'Third' }).expect(200)
    expect(await readVersion(id)).toBe(3)
  })

  test('a change that changes no field keeps the version', async () => {
    const id = await crud.createRecord()
    const first = await put(id, '"1"').expect(200)
    const second = await put(id, '"2"').expect(200)
    expect([first.body.version, second.body.version]).toEqual([2, 2])
  })

  test('a PUT with an old version answers 412 with the record, who changed it and when, and changes nothing', async () => {
    const id = await crud.createRecord()
    const { body } = await put(id, undefined, { name: 'Theirs' }, otherClient).expect(200)
    const before = await crud.readRow(id)
    const answer = await put(id, '"1"').expect(412)
    expect(answer.body).toEqual({
      type: changed,
      title: 'Precondition Failed',
      status: 412,
      detail: 'This record was changed meanwhile. Read it again, then save.',
      current: { ...body, ...resource.onlyInList },
      changedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      changedByName: other.name,
    })
    expect(await crud.readRow(id)).toEqual(before)
    await put(id, `"${answer.body.current.version}"`).expect(200)
  })

  test('a PUT of a deleted record with a version answers who deleted it and when @long', async () => {
    const id = await crud.createRecord()
    await otherClient.delete(`${crud.root}/${id}`).expect(204)
    const { body } = await put(id, '"1"').expect(404)
    expect(body).toMatchObject({
      type: 'urn:stockie:problem:deleted',
      deletedAt: expect.stringMatching(/Z$/),
      deletedByName: other.name,
    })
    expect(body).not.toHaveProperty('current')
    await put(id, undefined).expect(404, /not-found/)
    await put(2_147_483_647, '"1"').expect(404, /not-found/)
    await crud.client
      .post(`${crud.root}/restore`)
      .send({ ids: [id] })
      .expect(200)
    await put(id, '"1"').expect(200)
  })

  test('another version of a record that never changed answers 412 with the record', async () => {
    const id = await crud.createRecord()
    const { body } = await put(id, '"7"').expect(412)
    expect(body).toMatchObject({ type: changed, current: { id, version: 1 } })
    expect(body).not.toHaveProperty('changedAt')
  })

  test('of twenty concurrent edits of the same version, only the first is saved @long', async () => {
    const id = await crud.createRecord()
    const names = Array.from({ length: 20 }, (_, index) => `Edit ${index}`)
    const answers = await Promise.all(names.map((name) => put(id, '"1"', { name })))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.type])).toEqual(
      Array.from({ length: 19 }, () => [412, changed]),
    )
    expect(await readVersion(id)).toBe(2)
  })

  test('a version that cannot be one answers 400, and * stands for any @long', async () => {
    const id = await crud.createRecord()
    for (const version of ['1', '"0"', '"a"', 'W/"1"', '"1", "2"', '""']) {
      const { body } = await put(id, version).expect(400)
      expect(body.detail).toBe('If-Match must be a version in quotes, such as "3"')
    }
    await put(id, '*').expect(200)
  })
})

const [customers, products] = ['customers', 'products'].map((path) =>
  recordCases.find((resource) => resource.path === path),
)

test('a movement of stock keeps the version of a product, so an edit beside it is saved', async () => {
  if (!products?.edited) throw new Error('There are no products among the cases.')
  const crud = await startCrud(products)
  onTestFinished(() => crud.stop())
  const id = await crud.createRecord()
  const path = `${crud.root}/${id}`
  const unedited = { ...products.created(crud.shop).body, baseStock: 40 }
  await crud.client
    .put(path)
    .send({ ...unedited, stock: 45 })
    .expect(200)
  expect(await crud.readRow(id)).toMatchObject({ stock: 45, version: 1 })
  const edited = { ...products.edited(crud.shop).body, stock: 41, baseStock: 40 }
  const answer = await crud.client.put(path).set('If-Match', '"1"').send(edited).expect(200)
  expect(answer.body).toMatchObject({ stock: 46, version: 2 })
})

test('what is no field of an account keeps its version, and is not named as the change @long', async () => {
  if (!customers) throw new Error('There are no customers among the cases.')
  const { api, client, clientOf, stop, shop } = await startCrud(customers)
  onTestFinished(() => stop())
  const { id, name, email, role } = await createUser(api.pool, 3)
  const users = `${apiRoot}/users/${id}`
  const save = (version: number, changes: object) =>
    client
      .put(users)
      .set('If-Match', `"${version}"`)
      .send({ name, email, role, ...changes })
  const unchanged = await save(1, {}).expect(200)
  expect(unchanged.body.version).toBe(1)
  await save(1, { name: 'Olive' }).expect(200)
  const other = await createUser(api.pool, 1)
  const others = clientOf(api.tokens.sign({ userId: other.id, version: 0 }))
  await others.post(`${users}/password`).expect(200)
  const { body } = await save(1, {}).expect(412)
  expect(body).toMatchObject({ changedByName: shop.user.name, current: { version: 2 } })

  const saveShop = (version: number, shopName: string) =>
    client.put(`${apiRoot}/shop`).set('If-Match', `"${version}"`).send({ name: shopName })
  await saveShop(3, 'Quay').expect(412)
  // A save of what the shop has anyway is no change.
  await client.put(`${apiRoot}/shop`).send({}).expect(200)
  await client.delete(`${apiRoot}/shop/logo`).expect(200)
  await client.put(`${apiRoot}/shop`).send({ name: null, slipWidth: '80mm' }).expect(200)
  await saveShop(1, 'Quay').expect(200)
  expect((await saveShop(2, 'Quay').expect(200)).body.version).toBe(2)
})

test('two owners who edit one account or the settings of the shop learn of each other', async () => {
  if (!customers) throw new Error('There are no customers among the cases.')
  const { api, client, stop } = await startCrud(customers)
  onTestFinished(() => stop())
  const { id, name, email, role } = await createUser(api.pool, 3)
  const users = `${apiRoot}/users/${id}`
  const saveUser = (version: number, changes: object) =>
    client
      .put(users)
      .set('If-Match', `"${version}"`)
      .send({ name, email, role, ...changes })
  await saveUser(1, { name: 'Olive' }).expect(200)
  const stale = await saveUser(1, { role: 2 }).expect(412)
  expect(stale.body).toMatchObject({
    type: changed,
    current: { id, name: 'Olive', role, version: 2 },
  })
  await client.delete(users).expect(204)
  await saveUser(2, {}).expect(404, /deleted/)

  const saveShop = (version: number, shopName: string) =>
    client.put(`${apiRoot}/shop`).set('If-Match', `"${version}"`).send({ name: shopName })
  await saveShop(1, 'Harbour Coffee').expect(200)
  const late = await saveShop(1, 'Quay Tea').expect(412)
  expect(late.body.current).toMatchObject({ name: 'Harbour Coffee', version: 2 })
  await saveShop(2, 'Quay Tea').expect(200)
})
