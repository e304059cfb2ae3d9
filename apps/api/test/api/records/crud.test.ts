import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentCases } from './document-cases'
import { startCrud, type Crud } from './crud-fixture'
import { recordCases } from './record-cases'

const unknown = 2_147_483_647
const uuid = /^[\da-f-]{36}$/

describe.each([...recordCases, ...documentCases])('$path', (resource) => {
  const { id, row, onlyInList, newestFirst, created, edited, optional } = resource
  let crud: Crud
  beforeAll(async () => {
    crud = await startCrud(resource)
  })
  afterAll(() => crud.stop())

  /** Documents cannot be edited, so only records have a version. */
  const versionColumn = (version: number) => (edited ? { version } : {})

  /** A document counts its deletions and restores in the column "turn". */
  const turnColumn = (turn: number) => (id === 'id' ? {} : { turn })

  // @holds spec 3.3-3.8, 7.5, 7.10-7.12, 7.14, 7.20, 7.28, decision 10.1
  test('a create answers 201 with the record and stores it', async () => {
    const { client, root, shop } = crud
    const { body, answer, stored } = created(shop)
    const creation = await client.post(root).send(body).expect(201)
    const recordId = creation.body[id]
    expect(creation.body).toEqual({ ...answer, ...versionColumn(1), [id]: expect.any(Number) })
    expect(row.parse(creation.body)).toEqual(creation.body)
    expect(await crud.readRow(recordId)).toMatchObject({
      ...stored,
      id: recordId,
      deleted_at: null,
    })
    expect(await crud.readList()).toContainEqual({ ...creation.body, ...onlyInList })
  })

  // @holds spec 3.9, 3.11, 7.5, 7.10, 7.11, 7.13, 7.21, 7.27, 7.28, decision 10.1, 13.1
  test('the list is a plain array of records in its specified order', async () => {
    const before = await crud.listIds()
    const createdIds = [
      await crud.createRecord(),
      await crud.createRecord(),
      await crud.createRecord(),
    ]
    const all = newestFirst ? [...createdIds.toReversed(), ...before] : [...before, ...createdIds]
    expect(await crud.listIds()).toEqual(all)
    const records = await crud.readList()
    expect(row.array().parse(records)).toEqual(records)
  })

  // @holds spec 7.10, 7.11, 7.17, 7.23, 7.31, 7.35, decision 9.1, 10.1
  test('a delete marks the row with its time, user and batch, and removes it from the list', async () => {
    const { client, root, shop } = crud
    const [recordId, other] = [await crud.createRecord(), await crud.createRecord()]
    const before = await crud.readRow(recordId)
    const answer = await client.delete(`${root}/${recordId}`).expect(204)
    expect(answer.text).toBe('')
    const mark = {
      deleted_at: expect.any(Date),
      deleted_by_id: shop.user.id,
      deletion_batch: expect.stringMatching(uuid),
    }
    expect(await crud.readRow(recordId)).toEqual({ ...before, ...mark, ...turnColumn(1) })
    const left = await crud.listIds()
    expect(left).not.toContain(recordId)
    expect(left).toContain(other)
  })

  // @holds decision 10.2
  test('a delete or an update of a deleted or unknown record is answered 404 and changes nothing', async () => {
    const { client, root, shop } = crud
    const recordId = await crud.createRecord()
    await client.delete(`${root}/${recordId}`).expect(204)
    const before = await crud.readRows()
    for (const goneId of [recordId, unknown]) {
      await client.delete(`${root}/${goneId}`).expect(404)
      // Documents have no such route, so they are 404 as well.
      await client
        .put(`${root}/${goneId}`)
        .send((edited ?? created)(shop).body)
        .expect(404)
    }
    expect(await crud.readRows()).toEqual(before)
  })

  // @holds spec 7.10, 7.11, 7.18, 7.24, 7.32, 7.36, decision 10.1, 10.2, 31.1
  test('a bulk delete skips unknown ids, counts the deleted records and marks them as one batch', async () => {
    const { client, root, shop } = crud
    const [keptId, firstId, secondId, goneId] = [
      await crud.createRecord(),
      await crud.createRecord(),
      await crud.createRecord(),
      await crud.createRecord(),
    ]
    await client.delete(`${root}/${goneId}`).expect(204)
    const [rowKept, rowGone] = [await crud.readRow(keptId), await crud.readRow(goneId)]
    const ids = [secondId, unknown, firstId, goneId, secondId]
    const bulk = await client.delete(`${root}/bulk`).send({ ids }).expect(200)
    const batch = expect.stringMatching(uuid)
    expect(bulk.body).toEqual({ count: 2, batch })
    const [first, second] = [await crud.readRow(firstId), await crud.readRow(secondId)]
    const mark = { deleted_by_id: shop.user.id, deletion_batch: bulk.body.batch }
    expect(first).toMatchObject({ deleted_at: expect.any(Date), ...mark })
    expect(second).toMatchObject({ deleted_at: first?.deleted_at, ...mark })
    expect(await crud.readRow(keptId)).toEqual(rowKept)
    expect(await crud.readRow(goneId)).toEqual(rowGone)
    const again = await client.delete(`${root}/bulk`).send({ ids }).expect(200)
    expect(again.body).toEqual({ count: 0, batch: null })
  })

  // @holds decision 9.1, 10.1
  test('a restore brings records back unchanged and counts them', async () => {
    const { client, root } = crud
    const ids = [await crud.createRecord(), await crud.createRecord(), await crud.createRecord()]
    const [firstId, secondId] = ids
    const [list, before] = [await crud.readList(), await crud.readRows()]
    await client.delete(`${root}/${firstId}`).expect(204)
    await client
      .delete(`${root}/bulk`)
      .send({ ids: [secondId] })
      .expect(200)
    const restore = await client
      .post(`${root}/restore`)
      .send({ ids: [unknown, ...ids] })
      .expect(200)
    expect(restore.body).toEqual({ count: 2 })
    expect(await crud.readList()).toEqual(list)
    const turns = before.map((earlier) =>
      earlier.id === firstId || earlier.id === secondId ? turnColumn(2) : {},
    )
    expect(await crud.readRows()).toEqual(
      before.map((earlier, index) => ({ ...earlier, ...turns[index] })),
    )
    const again = await client.post(`${root}/restore`).send({ ids }).expect(200)
    expect(again.body).toEqual({ count: 0 })
  })

  // @holds decision 9.1, 9.5
  test('a batch restores exactly what its bulk delete deleted, once', async () => {
    const { client, root } = crud
    const [first, second, others] = [
      await crud.createRecord(),
      await crud.createRecord(),
      await crud.createRecord(),
    ]
    const list = await crud.readList()
    const removeMany = (...ids: number[]) => client.delete(`${root}/bulk`).send({ ids }).expect(200)
    const restore = async (batch: string) =>
      (await client.post(`${root}/restore`).send({ batch }).expect(200)).body
    // Another user was faster at one of the three.
    const { body: other } = await removeMany(others)
    const { body: bulk } = await removeMany(first, second, others)
    expect(bulk).toMatchObject({ count: 2 })
    expect(bulk.batch).not.toBe(other.batch)
    expect(await restore(bulk.batch)).toEqual({ count: 2 })
    expect(await crud.listIds()).not.toContain(others)
    expect(await restore(bulk.batch)).toEqual({ count: 0 })
    expect(await restore(other.batch)).toEqual({ count: 1 })
    expect(await crud.readList()).toEqual(list)
  })

  // @holds decision 9.5
  test('a batch leaves a record deleted that was restored and deleted again since @long', async () => {
    const { client, root } = crud
    const [kept, again, back] = [
      await crud.createRecord(),
      await crud.createRecord(),
      await crud.createRecord(),
    ]
    const bulk = await client.delete(`${root}/bulk`).send({ ids: [kept, again, back] })
    await client.post(`${root}/restore`).send({ ids: [again, back] })
    await client.delete(`${root}/${again}`).expect(204)
    const before = await crud.readRow(again)
    const restore = await client.post(`${root}/restore`).send({ batch: bulk.body.batch })
    expect(restore.body).toEqual({ count: 1 })
    expect(await crud.readRow(again)).toEqual(before)
    expect(await crud.listIds()).toEqual(expect.arrayContaining([kept, back]))
  })

  test('an unknown batch restores nothing', async () => {
    const { client, root } = crud
    const before = await crud.readRows()
    for (const batch of [randomUUID(), '00000000-0000-0000-0000-000000000000']) {
      const restore = await client.post(`${root}/restore`).send({ batch }).expect(200)
      expect(restore.body).toEqual({ count: 0 })
    }
    expect(await crud.readRows()).toEqual(before)
  })

  // @holds decision 10.3
  test('a bulk delete and a restore accept 10,000 ids', async () => {
    const { client, root } = crud
    const recordId = await crud.createRecord()
    const ids = [recordId, ...Array.from({ length: 9_999 }, (_, index) => unknown - index)]
    const bulk = await client.delete(`${root}/bulk`).send({ ids }).expect(200)
    const restore = await client.post(`${root}/restore`).send({ ids }).expect(200)
    expect([bulk.body, restore.body]).toMatchObject([{ count: 1 }, { count: 1 }])
  })

  // @holds spec 3.7, 3.8, asvs 8.2.3, 15.3.3
  test('unknown fields are ignored and never stored', async () => {
    const { client, root, shop } = crud
    const others = await crud.readRows()
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
    const recordId = await crud.createRecord(hidden)
    expect(recordId).toBeLessThan(unknown)
    if (edited) {
      const { body } = edited(shop)
      await client
        .put(`${root}/${recordId}`)
        .send({ ...hidden, ...body })
        .expect(200)
    }
    const storedRow = await crud.readRow(recordId)
    const { stored } = (edited ?? created)(shop)
    expect(storedRow).toMatchObject({ ...stored, deleted_at: null, deleted_by_id: null })
    expect(storedRow?.created_at).not.toEqual(new Date('2000-01-01'))
    expect(storedRow?.updated_at).not.toEqual(new Date('2000-01-01'))
    expect((await crud.readRows()).filter((other) => other.id !== recordId)).toEqual(others)
    expect(JSON.stringify(await crud.readList())).not.toContain('Mine')
  })

  // @holds spec 3.3, 3.4, 5.3, 5.9, 5.15, decision 16.1
  test.each(optional)('an empty %s is stored and returned as null', async (field) => {
    for (const empty of [undefined, null, '', '  \n']) {
      const recordId = await crud.createRecord({ [field]: empty })
      expect(await crud.readRow(recordId)).toMatchObject({ [field]: null })
      expect(await crud.readList()).toContainEqual(
        expect.objectContaining({ [field]: null, [id]: recordId }),
      )
    }
  })

  if (!edited) return

  // @holds spec 7.10, 7.11, 7.16, 7.22, decision 10.1
  test('an update answers 200 with the record and stores it', async () => {
    const { client, root, shop } = crud
    const [other, recordId] = [await crud.createRecord(), await crud.createRecord()]
    const [untouched, before] = [await crud.readRow(other), await crud.readRow(recordId)]
    const order = await crud.listIds()
    const { body, answer, stored } = edited(shop)
    const put = await client.put(`${root}/${recordId}`).send(body).expect(200)
    expect(put.body).toEqual({ ...answer, ...versionColumn(2), [id]: recordId })
    expect(row.parse(put.body)).toEqual(put.body)
    expect(await crud.readRow(recordId)).toMatchObject({
      ...stored,
      created_at: before?.created_at,
    })
    expect(await crud.readRow(other)).toEqual(untouched)
    expect(await crud.readList()).toContainEqual({ ...put.body, ...onlyInList })
    expect(await crud.listIds()).toEqual(order)
  })
})
