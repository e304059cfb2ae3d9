import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentCases } from './document-cases'
import { openCrud, type Crud } from './crud-fixture'
import { recordCases } from './record-cases'

const unknown = 2_147_483_647

describe.each([...recordCases, ...documentCases])('$path', (resource) => {
  const { id, row, newestFirst, entered, edited, optional } = resource
  let crud: Crud
  beforeAll(async () => {
    crud = await openCrud(resource)
  })
  afterAll(() => crud.stop())

  /** Of a document, how often it was deleted or restored. */
  const turned = (turn: number) => (id === 'id' ? {} : { turn })

  // @holds spec 3.3-3.8, 7.5, 7.10-7.12, 7.14, 7.20, 7.28, decision 10.1
  test('DECISIONS 10: a create answers 201 with the record, and keeps it', async () => {
    const { client, root, shop } = crud
    const { body, answer, stored } = entered(shop)
    const made = await client.post(root).send(body).expect(201)
    const which = made.body[id]
    expect(made.body).toEqual({ ...answer, [id]: expect.any(Number) })
    expect(row.parse(made.body)).toEqual(made.body)
    expect(await crud.rowOf(which)).toMatchObject({ ...stored, id: which, deleted_at: null })
    expect(await crud.list()).toContainEqual(made.body)
  })

  // @holds spec 3.9, 3.11, 7.5, 7.10, 7.11, 7.13, 7.21, 7.27, 7.28, decision 10.1, 13.1
  test('DECISIONS 13: a list is a plain array in its order, and shows what was answered', async () => {
    const before = await crud.listed()
    const made = [await crud.enter(), await crud.enter(), await crud.enter()]
    const all = newestFirst ? [...made.toReversed(), ...before] : [...before, ...made]
    expect(await crud.listed()).toEqual(all)
    const records = await crud.list()
    expect(row.array().parse(records)).toEqual(records)
  })

  // @holds spec 7.10, 7.11, 7.17, 7.23, 7.31, 7.35, decision 9.1, 10.1
  test('DECISIONS 9: a delete marks the row with when, who and in which batch, and hides it', async () => {
    const { client, root, shop } = crud
    const [which, other] = [await crud.enter(), await crud.enter()]
    const before = await crud.rowOf(which)
    const answer = await client.delete(`${root}/${which}`).expect(204)
    expect(answer.text).toBe('')
    const mark = {
      deleted_at: expect.any(Date),
      deleted_by_id: shop.user.id,
      deletion_batch: expect.stringMatching(/^[\da-f-]{36}$/),
    }
    expect(await crud.rowOf(which)).toEqual({ ...before, ...mark, ...turned(1) })
    const left = await crud.listed()
    expect(left).not.toContain(which)
    expect(left).toContain(other)
  })

  // @holds decision 10.2
  test('DECISIONS 10: what is deleted already or unknown is 404, and stays as it is', async () => {
    const { client, root, shop } = crud
    const which = await crud.enter()
    await client.delete(`${root}/${which}`).expect(204)
    const before = await crud.rows()
    for (const gone of [which, unknown]) {
      await client.delete(`${root}/${gone}`).expect(404)
      // Documents have no such call, which is 404 as well.
      await client
        .put(`${root}/${gone}`)
        .send((edited ?? entered)(shop).body)
        .expect(404)
    }
    expect(await crud.rows()).toEqual(before)
  })

  // @holds spec 7.10, 7.11, 7.18, 7.24, 7.32, 7.36, decision 10.1, 10.2, 31.1
  test('DECISIONS 10: a bulk delete skips unknown ids, counts what it did, and is one batch', async () => {
    const { client, root, shop } = crud
    const [kept, one, two, gone] = [
      await crud.enter(),
      await crud.enter(),
      await crud.enter(),
      await crud.enter(),
    ]
    await client.delete(`${root}/${gone}`).expect(204)
    const [rowKept, rowGone] = [await crud.rowOf(kept), await crud.rowOf(gone)]
    const ids = [two, unknown, one, gone, two]
    const bulk = await client.delete(`${root}/bulk`).send({ ids }).expect(200)
    expect(bulk.body).toEqual({ count: 2 })
    const [first, second] = [await crud.rowOf(one), await crud.rowOf(two)]
    expect(first).toMatchObject({ deleted_at: expect.any(Date), deleted_by_id: shop.user.id })
    expect(second?.deletion_batch).toBe(first?.deletion_batch)
    expect(await crud.rowOf(kept)).toEqual(rowKept)
    expect(await crud.rowOf(gone)).toEqual(rowGone)
    const again = await client.delete(`${root}/bulk`).send({ ids }).expect(200)
    expect(again.body).toEqual({ count: 0 })
  })

  // @holds decision 9.1, 10.1
  test('DECISIONS 9: a restore brings back exactly what was there, and counts it', async () => {
    const { client, root } = crud
    const ids = [await crud.enter(), await crud.enter(), await crud.enter()]
    const [one, two] = ids
    const [list, before] = [await crud.list(), await crud.rows()]
    await client.delete(`${root}/${one}`).expect(204)
    await client
      .delete(`${root}/bulk`)
      .send({ ids: [two] })
      .expect(200)
    const restore = await client
      .post(`${root}/restore`)
      .send({ ids: [unknown, ...ids] })
      .expect(200)
    expect(restore.body).toEqual({ count: 2 })
    expect(await crud.list()).toEqual(list)
    const turns = before.map((was) => (was.id === one || was.id === two ? turned(2) : {}))
    expect(await crud.rows()).toEqual(before.map((was, index) => ({ ...was, ...turns[index] })))
    const again = await client.post(`${root}/restore`).send({ ids }).expect(200)
    expect(again.body).toEqual({ count: 0 })
  })

  // @holds decision 10.3
  test('DECISIONS 10: bulk and restore take 10,000 ids', async () => {
    const { client, root } = crud
    const which = await crud.enter()
    const ids = [which, ...Array.from({ length: 9_999 }, (_, index) => unknown - index)]
    const bulk = await client.delete(`${root}/bulk`).send({ ids }).expect(200)
    const restore = await client.post(`${root}/restore`).send({ ids }).expect(200)
    expect([bulk.body, restore.body]).toEqual([{ count: 1 }, { count: 1 }])
  })

  // @holds spec 3.7, 3.8, asvs 8.2.3, 15.3.3
  test('unknown fields are ignored and never stored', async () => {
    const { client, root, shop } = crud
    const others = await crud.rows()
    const hidden = {
      [id]: unknown,
      id: unknown,
      createdAt: '2000-01-01T00:00:00.000Z',
      updatedAt: '2000-01-01T00:00:00.000Z',
      deletedAt: '2000-01-01T00:00:00.000Z',
      deletedById: shop.user.id,
      deletionBatch: '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e',
      createdById: 77,
      turn: 7,
      categoryName: 'Mine',
      expenseCategoryName: 'Mine',
      customerName: 'Mine',
      supplierName: 'Mine',
      stockMovements: { create: [] },
      nonsense: { a: [1] },
      constructor: 'x',
    }
    const which = await crud.enter(hidden)
    expect(which).toBeLessThan(unknown)
    if (edited) {
      const { body } = edited(shop)
      await client
        .put(`${root}/${which}`)
        .send({ ...hidden, ...body })
        .expect(200)
    }
    const kept = await crud.rowOf(which)
    const { stored } = (edited ?? entered)(shop)
    expect(kept).toMatchObject({ ...stored, deleted_at: null, deleted_by_id: null })
    expect(kept?.created_at).not.toEqual(new Date('2000-01-01'))
    expect(kept?.updated_at).not.toEqual(new Date('2000-01-01'))
    expect((await crud.rows()).filter((one) => one.id !== which)).toEqual(others)
    expect(JSON.stringify(await crud.list())).not.toContain('Mine')
  })

  // @holds spec 3.3, 3.4, 5.3, 5.9, 5.15, decision 16.1
  test.each(optional)('DECISIONS 16: %s comes back as null when empty', async (field) => {
    for (const empty of [undefined, null, '', '  \n']) {
      const which = await crud.enter({ [field]: empty })
      expect(await crud.rowOf(which)).toMatchObject({ [field]: null })
      expect(await crud.list()).toContainEqual(
        expect.objectContaining({ [field]: null, [id]: which }),
      )
    }
  })

  if (!edited) return

  // @holds spec 7.10, 7.11, 7.16, 7.22, decision 10.1
  test('DECISIONS 10: an update answers 200 with the record, and keeps it', async () => {
    const { client, root, shop } = crud
    const [other, which] = [await crud.enter(), await crud.enter()]
    const [untouched, before] = [await crud.rowOf(other), await crud.rowOf(which)]
    const order = await crud.listed()
    const { body, answer, stored } = edited(shop)
    const put = await client.put(`${root}/${which}`).send(body).expect(200)
    expect(put.body).toEqual({ ...answer, [id]: which })
    expect(row.parse(put.body)).toEqual(put.body)
    expect(await crud.rowOf(which)).toMatchObject({ ...stored, created_at: before?.created_at })
    expect(await crud.rowOf(other)).toEqual(untouched)
    expect(await crud.list()).toContainEqual(put.body)
    expect(await crud.listed()).toEqual(order)
  })
})
