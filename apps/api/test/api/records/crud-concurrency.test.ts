import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markDeleted } from '#test/support/test-shop'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { createUser } from '#test/support/test-users'
import { documentCases } from './document-cases'
import { openCrud, type Crud } from './crud-fixture'
import { recordCases } from './record-cases'

describe.each([...recordCases, ...documentCases])('$path', (resource) => {
  const { table, entered, edited } = resource
  let crud: Crud
  beforeAll(async () => {
    crud = await openCrud(resource)
  })
  afterAll(() => crud.stop())

  const etagNow = async () => String((await crud.client.get(crud.root).expect(200)).headers.etag)

  test('a list is 304 while it is unchanged, and has a new ETag after each write of it', async () => {
    const { client, root, shop } = crud
    const which = await crud.enter()
    const writes = [
      () => client.post(root).send(entered(shop).body).expect(201),
      ...(edited ? [() => client.put(`${root}/${which}`).send(edited(shop).body).expect(200)] : []),
      () => client.delete(`${root}/${which}`).expect(204),
      () =>
        client
          .post(`${root}/restore`)
          .send({ ids: [which] })
          .expect(200),
      () =>
        client
          .delete(`${root}/bulk`)
          .send({ ids: [which] })
          .expect(200),
    ]
    const seen = new Set<unknown>()
    for (const write of writes) {
      const etag = await etagNow()
      const same = await client.get(root).set('If-None-Match', etag).expect(304)
      expect(same.text).toBe('')
      expect(same.headers.etag).toBe(etag)
      await write()
      const { headers, body } = await client.get(root).set('If-None-Match', etag).expect(200)
      expect(body).toEqual(await crud.list())
      seen.add(etag).add(headers.etag)
    }
    expect(seen.size).toBe(writes.length + 1)
  })

  test('what another resource changes leaves the list 304', async () => {
    const { client, root, api } = crud
    const etag = await etagNow()
    await createUser(api.pool)
    const [other, values] = root.endsWith('customers')
      ? ['suppliers', `('Harbour Paper Ltd')`]
      : ['customers', `('Ada Fashola')`]
    await api.pool.query(`insert into ${other} (name) values ${values}`)
    const same = await client.get(root).set('If-None-Match', etag)
    expect(same.status).toBe(304)
  })

  test('of many deletes at once one is 204, the others are 404', async () => {
    const { client, root } = crud
    const which = await crud.enter()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.delete(`${root}/${which}`)),
    )
    const deleted = answers.filter(({ status }) => status === 204)
    expect(deleted).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7)
  })

  test('many bulk deletes and restores at once, in any order, count each record once', async () => {
    const { client, root } = crud
    const ids = await Promise.all(Array.from({ length: 6 }, () => crud.enter()))
    const orders = [ids, ids.toReversed(), ids, ids.toReversed()]
    const atOnce = async (call: (some: number[]) => Promise<{ body: { count: number } }>) => {
      const answers = await Promise.all(orders.map(call))
      return answers.reduce((sum, { body }) => sum + body.count, 0)
    }
    expect(
      await atOnce((some) => client.delete(`${root}/bulk`).send({ ids: some }).expect(200)),
    ).toBe(6)
    expect(
      await atOnce((some) => client.post(`${root}/restore`).send({ ids: some }).expect(200)),
    ).toBe(6)
    expect(await crud.listed()).toEqual(expect.arrayContaining(ids))
  })

  if (!edited) return

  test('an update and a delete at once: whoever comes second sees what the first did', async () => {
    const { client, root, shop } = crud
    const { body, stored } = edited(shop)
    for (let turn = 0; turn < 12; turn += 1) {
      const which = await crud.enter()
      const before = await crud.rowOf(which)
      const [update, removal] = await Promise.all([
        client.put(`${root}/${which}`).send(body),
        client.delete(`${root}/${which}`),
      ])
      expect(removal.status).toBe(204)
      expect([200, 404]).toContain(update.status)
      const { name, deleted_at } = (await crud.rowOf(which)) ?? {}
      expect(deleted_at).toBeInstanceOf(Date)
      expect(name).toBe(update.status === 200 ? stored.name : before?.name)
    }
  })
  test('an update that waits for a delete finds nothing, and changes nothing', async () => {
    const { client, root, shop, api } = crud
    const which = await crud.enter()
    const before = await crud.rowOf(which)
    const update = async () => client.put(`${root}/${which}`).send(edited(shop).body).expect(404)
    const deletion = markDeleted(table, which, shop.user.id)
    const [answer] = await queueBehindLock(api.pool, deletion, [update])
    expect(answer?.type).toBe('application/problem+json')
    const { name, updated_at } = (await crud.rowOf(which)) ?? {}
    expect({ name, updated_at }).toEqual({ name: before?.name, updated_at: before?.updated_at })
  })
})
