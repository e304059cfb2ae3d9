import { idsInput } from '@stockie/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openResource, type OpenResource } from './crud/open-resource'
import { resources } from './crud/resources'
import { createUser } from './test-users'

describe.each(resources)('$path', (resource) => {
  let open: OpenResource
  beforeAll(async () => {
    open = await openResource(resource)
  })
  afterAll(() => open.stop())

  const methods = resource.edited ? (['post', 'put'] as const) : (['post'] as const)

  test.each(resource.refusals)('%s %j is 422: %s', async (field, value, message) => {
    const { shop, send, createIds, readRow, countRows } = open
    const [id = 0] = await createIds(1)
    const before = [await readRow(id), await countRows()]
    for (const method of methods) {
      const body = { ...resource.body(shop), [field]: value }
      const answer = await send(method, method === 'put' ? `/${id}` : '', body)
      expect(answer.status).toBe(422)
      expect(answer.type).toBe('application/problem+json')
      expect(answer.body.detail).toBe(message)
      expect(answer.body.errors[0]).toEqual({ path: field, message })
    }
    expect([await readRow(id), await countRows()]).toEqual(before)
  })

  test('DECISIONS 11: every broken field is told, not only the first', async () => {
    const required = new Set(resource.refusals.map(([field]) => field))
    required.delete('email')
    const { body, status } = await open.send('post', '', {})
    const paths = body.errors.map(({ path }: { path: string }) => path)
    expect(status).toBe(422)
    expect(paths).toEqual(expect.arrayContaining([...required]))
  })

  test.each(['0', '-1', '1.5', '1e3', 'x', '2147483647', '2147483648', '9007199254740993'])(
    'the id %s is 404',
    async (id) => {
      const { send, shop } = open
      expect((await send('delete', `/${id}`)).status).toBe(404)
      expect((await send('put', `/${id}`, resource.body(shop))).status).toBe(404)
    },
  )

  test('DECISIONS 31: one malformed id refuses a whole bulk, as do no ids and too many', async () => {
    const { send, createIds, readRow } = open
    const [alive = 0, deleted = 0] = await createIds(2)
    await send('delete', `/${deleted}`)
    const read = async () => [await readRow(alive), await readRow(deleted)]
    const before = await read()
    const tooMany = Array.from({ length: 10_001 }, (_, index) => index + 1)
    for (const bad of [0, -1, 1.5, '1', null, 2_147_483_648, [1]]) {
      await refused({ ids: [alive, deleted, bad] }, 'ids.2')
    }
    for (const ids of [[], tooMany, alive, null, undefined, { 0: alive }]) {
      await refused({ ids }, 'ids')
    }
    expect(await read()).toEqual(before)

    async function refused(body: unknown, path: string): Promise<void> {
      expect(idsInput.safeParse(body).success).toBe(false)
      for (const answer of [
        await send('delete', '/bulk', body),
        await send('post', '/restore', body),
      ]) {
        expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
      }
    }
  })

  test('ten thousand ids at once are deleted and restored', async () => {
    const { send, createIds } = open
    const [id = 0] = await createIds(1)
    const others = Array.from({ length: 9_999 }, (_, index) => 2_147_483_647 - index)
    const body = { ids: [...others, id] }
    expect((await send('delete', '/bulk', body)).body).toEqual({ count: 1 })
    expect((await send('post', '/restore', body)).body).toEqual({ count: 1 })
  })

  test('DECISIONS 4: roles 1 to 3 may call everything, others nothing, and nobody without a token', async () => {
    const { api, createIds, readRow, countRows } = open
    for (const role of [1, 2, 3]) {
      const [id = 0] = await createIds(1)
      const allowed = resource.edited
        ? [200, 201, 200, 204, 200, 200]
        : [200, 201, 404, 204, 200, 200]
      expect(await callAll(await tokenOf(role), id)).toEqual(allowed)
    }
    const [id = 0] = await createIds(1)
    const before = [await readRow(id), await countRows()]
    const unless = (status: number) => Array.from({ length: 6 }, () => status)
    for (const role of [4, 5]) {
      expect(await callAll(await tokenOf(role), id)).toEqual(unless(403))
    }
    expect(await callAll('', id)).toEqual(unless(401))
    expect(await callAll('no.token.atall', id)).toEqual(unless(401))
    expect([await readRow(id), await countRows()]).toEqual(before)

    async function tokenOf(role: number): Promise<string> {
      return api.tokens.sign({ userId: (await createUser(api.pool, role)).id, version: 0 })
    }
  })

  async function callAll(token: string, id: number): Promise<number[]> {
    const { send, shop } = open
    const body = resource.body(shop)
    const answers = [
      await send('get', '', undefined, token),
      await send('post', '', body, token),
      await send('put', `/${id}`, body, token),
      await send('delete', `/${id}`, undefined, token),
      await send('post', '/restore', { ids: [id] }, token),
      await send('delete', '/bulk', { ids: [id] }, token),
    ]
    return answers.map(({ status }) => status)
  }
})
