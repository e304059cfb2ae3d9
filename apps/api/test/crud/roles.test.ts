import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#test/test-users'
import { documentCases } from './document-cases'
import { openCrud, type Crud } from './open-crud'
import { recordCases } from './record-cases'

type Client = ReturnType<Crud['clientOf']>

describe.each([...recordCases, ...documentCases])('$path', (resource) => {
  const { entered, edited } = resource
  let crud: Crud
  beforeAll(async () => {
    crud = await openCrud(resource)
  })
  afterAll(() => crud.stop())

  /** Every call that the resource has, each with its effect, and the statuses of the answers. */
  async function callAll(client: Client, one: number, two: number): Promise<number[]> {
    const { root, shop } = crud
    const calls = [
      () => client.get(root),
      () => client.post(root).send(entered(shop).body),
      ...(edited ? [() => client.put(`${root}/${one}`).send(edited(shop).body)] : []),
      () => client.delete(`${root}/${one}`),
      () => client.delete(`${root}/bulk`).send({ ids: [two] }),
      () => client.post(`${root}/restore`).send({ ids: [one, two] }),
    ]
    const statuses = []
    for (const call of calls) statuses.push((await call()).status)
    return statuses
  }

  const roleOf = async (role: number) => {
    const { id: userId } = await createUser(crud.api.pool, role)
    return crud.clientOf(crud.api.tokens.sign({ userId, version: 0 }))
  }

  test.each([1, 2, 3])('DECISIONS 4: role %i may make every call', async (role) => {
    const update = edited ? [200] : []
    const statuses = await callAll(await roleOf(role), await crud.enter(), await crud.enter())
    expect(statuses).toEqual([200, 201, ...update, 204, 200, 200])
  })

  test.each([
    ['DECISIONS 4: role 4 gets 403 from every call', 403, () => roleOf(4)],
    ['DECISIONS 4: role 2147483647 gets 403 from every call', 403, () => roleOf(2_147_483_647)],
    ['who has no token gets 401 from every call', 401, () => crud.clientOf('')],
    ['who has no good token gets 401 from every call', 401, () => crud.clientOf('a.b.c')],
  ] as const)('%s, which changes nothing', async (_, status, clientOf) => {
    const client = await clientOf()
    const [one, two] = [await crud.enter(), await crud.enter()]
    const before = await crud.rows()
    const statuses = await callAll(client, one, two)
    expect(new Set(statuses)).toEqual(new Set([status]))
    expect(await crud.rows()).toEqual(before)
    // Before the body is judged: nobody learns of rules, either.
    await client.post(crud.root).send({}).expect(status)
  })
})
