import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markDeleted } from '#test/support/test-shop'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { createUser } from '#test/support/test-users'
import { documentCases } from './document-cases'
import { startCrud, type Crud } from './crud-fixture'
import { recordCases } from './record-cases'

describe.each([...recordCases, ...documentCases])('$path', (resource) => {
  const { table, created, edited } = resource
  let crud: Crud
  beforeAll(async () => {
    crud = await startCrud(resource)
  })
  afterAll(() => crud.stop())

  const readEtag = async () => String((await crud.client.get(crud.root).expect(200)).headers.etag)

  test('the list is answered 304 while it is unchanged, and has a new ETag after each write', async () => {
    const { client, root, shop } = crud
    const recordId = await crud.createRecord()
    const writes = [
      () => client.post(root).send(created(shop).body).expect(201),
      ...(edited
        ? [() => client.put(`${root}/${recordId}`).send(edited(shop).body).expect(200)]
        : []),
      () => client.delete(`${root}/${recordId}`).expect(204),
      () =>
        client
          .post(`${root}/restore`)
          .send({ ids: [recordId] })
          .expect(200),
      () =>
        client
          .delete(`${root}/bulk`)
          .send({ ids: [recordId] })
          .expect(200),
    ]
    const etags = new Set<unknown>()
    for (const write of writes) {
      const etag = await readEtag()
      const same = await client.get(root).set('If-None-Match', etag).expect(304)
      expect(same.text).toBe('')
      expect(same.headers.etag).toBe(etag)
      await write()
      const { headers, body } = await client.get(root).set('If-None-Match', etag).expect(200)
      expect(body).toEqual(await crud.readList())
      etags.add(etag).add(headers.etag)
    }
    expect(etags.size).toBe(writes.length + 1)
  })

  test('the list is still answered 304 after a change of another resource', async () => {
    const { client, root, api } = crud
    const etag = await readEtag()
    // Documents show who recorded them.
    if (!/sales|purchases/.test(root)) await createUser(api.pool)
    const [other, values] = root.endsWith('customers')
      ? ['suppliers', `('Harbour Paper Ltd')`]
      : ['customers', `('Ada Fashola')`]
    await api.pool.query(`insert into ${other} (name) values ${values}`)
    const same = await client.get(root).set('If-None-Match', etag)
    expect(same.status).toBe(304)
  })

  test('one of several simultaneous deletes is answered 204, and the others 404 @long', async () => {
    const { client, root } = crud
    const recordId = await crud.createRecord()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.delete(`${root}/${recordId}`)),
    )
    const deleted = answers.filter(({ status }) => status === 204)
    expect(deleted).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7)
  })

  test('simultaneous bulk deletes and restores count each record once, in any order of ids', async () => {
    const { client, root } = crud
    const ids = await Promise.all(Array.from({ length: 6 }, () => crud.createRecord()))
    const orders = [ids, ids.toReversed(), ids, ids.toReversed()]
    const sumCounts = async (call: (someIds: number[]) => Promise<{ body: { count: number } }>) => {
      const answers = await Promise.all(orders.map(call))
      return answers.reduce((sum, { body }) => sum + body.count, 0)
    }
    expect(
      await sumCounts((someIds) =>
        client.delete(`${root}/bulk`).send({ ids: someIds }).expect(200),
      ),
    ).toBe(6)
    expect(
      await sumCounts((someIds) =>
        client.post(`${root}/restore`).send({ ids: someIds }).expect(200),
      ),
    ).toBe(6)
    expect(await crud.listIds()).toEqual(expect.arrayContaining(ids))
  })

  test('simultaneous restores of a batch count each record once, and skip what another deletion took over meanwhile @long', async () => {
    const { client, root, api } = crud
    const ids = [await crud.createRecord(), await crud.createRecord()]
    const removeMany = () => client.delete(`${root}/bulk`).send({ ids }).expect(200)
    const { batch } = (await removeMany()).body
    const restore = async () => client.post(`${root}/restore`).send({ batch }).expect(200)
    const locked = `select from ${table} where id = ${ids[0]} for update`
    const restored = await queueBehindLock(api.pool, locked, [restore, restore])
    expect(new Set(restored.map(({ body }) => body.count))).toEqual(new Set([0, 2]))

    const next = (await removeMany()).body
    const restoreNext = async () => client.post(`${root}/restore`).send({ batch: next.batch })
    // As if another user had restored and deleted the second record again.
    const takeOver = `update ${table} set deletion_batch = gen_random_uuid() where id = ${ids[1]}`
    const [answer] = await queueBehindLock(api.pool, takeOver, [restoreNext])
    expect(answer?.body).toEqual({ count: 1 })
    expect(await crud.listIds()).toContain(ids[0])
    expect(await crud.listIds()).not.toContain(ids[1])
  })

  if (!edited) return

  test('a simultaneous update and delete are applied one after the other @long', async () => {
    const { client, root, shop } = crud
    const { body, stored } = edited(shop)
    for (let round = 0; round < 12; round += 1) {
      const recordId = await crud.createRecord()
      const before = await crud.readRow(recordId)
      const [update, removal] = await Promise.all([
        client.put(`${root}/${recordId}`).send(body),
        client.delete(`${root}/${recordId}`),
      ])
      expect(removal.status).toBe(204)
      expect([200, 404]).toContain(update.status)
      const { name, deleted_at } = (await crud.readRow(recordId)) ?? {}
      expect(deleted_at).toBeInstanceOf(Date)
      expect(name).toBe(update.status === 200 ? stored.name : before?.name)
    }
  })
  test('an update that waits for a delete is answered 404 and changes nothing', async () => {
    const { client, root, shop, api } = crud
    const recordId = await crud.createRecord()
    const before = await crud.readRow(recordId)
    const update = async () => client.put(`${root}/${recordId}`).send(edited(shop).body).expect(404)
    const deletion = markDeleted(table, recordId, shop.user.id)
    const [answer] = await queueBehindLock(api.pool, deletion, [update])
    expect(answer?.type).toBe('application/problem+json')
    const { name, updated_at } = (await crud.readRow(recordId)) ?? {}
    expect({ name, updated_at }).toEqual({ name: before?.name, updated_at: before?.updated_at })
  })
})
