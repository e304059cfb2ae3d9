import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerWriteCases } from '#test/support/writes/owner-write-cases'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser, password } from '#test/support/test-users'
import { stockCountWriteCases } from '#test/support/writes/stock-count-write-cases'
import { returnWriteCases } from '#test/support/writes/return-write-cases'
import { type WriteCase, writeCases } from '#test/support/writes/write-cases'

type Posted = {
  user: number | null
  cli: boolean
  action: string
  resource: string
  record: number
  name: string
  changes: { field: string; before: unknown; after: unknown }[]
}

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

/** Returns the activities that the work posts. */
async function postedBy(work: () => Promise<unknown>): Promise<Posted[]> {
  const { rows } = await api.pool.query('select coalesce(max(id), 0) as last from activities')
  await work()
  const { rows: posted } = await api.pool.query<Posted>(
    `select user_id as user, by_command_line as cli, action, resource, record_id as record,
       record_name as name, changes from activities where id > $1 order by id`,
    [rows[0]?.last],
  )
  return posted
}

const send = (path: string, body?: unknown, method = 'POST') =>
  api.call(path, { method, token: shop.token, body })

async function create(path: string, body: object): Promise<number> {
  const answer = await send(path, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return (answer.body as { id: number }).id
}

const countActions: Record<string, string[]> = {
  post: ['posted'],
  undo: ['undone'],
  discard: ['discarded'],
  reopen: ['reopened'],
}

/** The actions that each route posts, for one record. The start and the numbers of a count are kept in it. */
function actionsOf({ method, path }: WriteCase): string[] {
  if (path.endsWith('/restore')) return ['restored']
  if (path.startsWith('/stock-counts')) return countActions[path.split('/').at(-1) ?? ''] ?? []
  if (path === '/books' || path === '/shop' || path.startsWith('/shop/')) return ['changed']
  if (method === 'DELETE') return ['deleted']
  if (method === 'POST') return /^\/(sales|purchases)$/.test(path) ? [] : ['created']
  return ['changed']
}

/** The returns of a sale follow it. */
function resourcesOf({ path, variant }: WriteCase): string[] {
  if (path === '/sales/{id}/returns') return ['returns']
  const [, resource = ''] = path.split('/')
  return variant.endsWith('with returns') ? [resource, 'returns'] : [resource]
}

const cases = [...writeCases, ...returnWriteCases, ...stockCountWriteCases, ...ownerWriteCases].map(
  (write) => ({
    ...write,
    name: `${write.method} ${write.path} ${write.variant}`.trim(),
  }),
)

describe.each(cases)('$name', (write) => {
  test('a write posts its activity with the account of its caller', async () => {
    const call = await write.prepare(api, shop)
    const posted = await postedBy(async () => expect((await call()).status).toBeLessThan(300))
    expect([...new Set(posted.map(({ action }) => action))]).toEqual(actionsOf(write))
    for (const { user, cli, resource } of posted) {
      expect({ user, cli, resource }).toEqual({
        user: shop.user.id,
        cli: false,
        resource: expect.toBeOneOf(resourcesOf(write)),
      })
    }
    expect(new Set(posted.map(({ resource }) => resource)).size).toBe(
      posted.length > 0 ? resourcesOf(write).length : 0,
    )
  })
})

test('a change posts the fields that changed, before and after', async () => {
  const categoryId = await create('/categories', { name: 'Coffee' })
  const espresso = { name: 'Espresso', description: 'Short', price: 12, cost: 3, stock: 0 }
  const id = await create('/products', { ...espresso, categoryId: shop.categoryId })
  const edited = { ...espresso, description: '', price: 14, categoryId }
  const posted = await postedBy(() => send(`/products/${id}`, edited, 'PUT'))
  expect(posted).toEqual([
    {
      user: shop.user.id,
      cli: false,
      action: 'changed',
      resource: 'products',
      record: id,
      name: 'Espresso',
      changes: [
        { field: 'categoryName', before: 'Drinks', after: 'Coffee' },
        { field: 'description', before: 'Short', after: null },
        { field: 'price', before: 12, after: 14 },
      ],
    },
  ])
})

test('a category that is replaced by another one of the same name is a change', async () => {
  const categoryId = await create('/categories', { name: 'Drinks' })
  const tea = { name: 'Chai', price: 3, cost: 1, stock: 0 }
  const id = await create('/products', { ...tea, categoryId: shop.categoryId })
  const [posted] = await postedBy(() => send(`/products/${id}`, { ...tea, categoryId }, 'PUT'))
  expect(posted?.changes).toEqual([{ field: 'categoryName', before: 'Drinks', after: 'Drinks' }])
})

test('a stock that was changed by hand posts the stock before and after', async () => {
  const salt = { name: 'Salt', price: 2, cost: 1, stock: 7, categoryId: shop.categoryId }
  const id = await create('/products', salt)
  const posted = await postedBy(() => send(`/products/${id}`, { ...salt, stock: 9 }, 'PUT'))
  expect(posted).toMatchObject([
    { action: 'changed', record: id, changes: [{ field: 'stock', before: 7, after: 9 }] },
  ])
})

test('a PUT that changes nothing and a sale post nothing', async () => {
  const id = await create('/customers', { name: 'Ada' })
  expect(await postedBy(() => send(`/customers/${id}`, { name: 'Ada' }, 'PUT'))).toEqual([])
  const line = { productId: shop.products[0], quantity: 2, price: 3, total: 6 }
  const sale = {
    customerId: shop.customerId,
    saleDate: '2026-11-21',
    discount: 0,
    shippingFees: 0,
    totalAmount: 6,
    saleDetails: [line],
  }
  const posted = await postedBy(async () => expect((await send('/sales', sale)).status).toBe(201))
  expect(posted).toEqual([])
})

test('a refused write posts nothing', async () => {
  const posted = await postedBy(async () => {
    await send('/customers', { name: '' })
    await send('/customers/2147483647', { name: 'Ada' }, 'PUT')
    await send('/sales', { customerId: shop.customerId })
  })
  expect(posted).toEqual([])
})

test('sign-ins, log-outs, new passwords and second factors are posted, without their secrets', async () => {
  const mia = await createUser(api.pool, 2)
  const login = (secret: string) =>
    api.call('/auth/login', { body: { email: mia.email, password: secret } })
  const tokenOf = ({ body }: { body: unknown }) => (body as { token: string }).token
  let token = ''
  const actions: Record<string, Posted[]> = {
    'sign-in': await postedBy(async () => {
      token = tokenOf(await login(password))
    }),
    'wrong password': await postedBy(() => login('another password')),
    'new password': await postedBy(async () => {
      const newPassword = 'quiet harbour evening'
      const body = { currentPassword: password, newPassword, confirmPassword: newPassword }
      const answer = await api.call('/auth/password', { token, body })
      expect(answer.text).toContain('token')
      token = tokenOf(answer)
    }),
    'log-out': await postedBy(() => api.call('/auth/logout', { method: 'POST', token })),
    'one-time password': await postedBy(() => send(`/users/${mia.id}/password`)),
    'ended sessions': await postedBy(() => send(`/users/${mia.id}/sessions`, undefined, 'DELETE')),
  }
  const own = { user: mia.id, cli: false, resource: 'users', record: mia.id, name: mia.name }
  const owners = { ...own, user: shop.user.id }
  const newPassword = [{ field: 'password', before: null, after: null }]
  expect(actions).toEqual({
    'sign-in': [{ ...own, action: 'signed-in', changes: [] }],
    'wrong password': [],
    'new password': [{ ...own, action: 'changed', changes: newPassword }],
    'log-out': [{ ...own, action: 'signed-out', changes: [] }],
    'one-time password': [{ ...owners, action: 'changed', changes: newPassword }],
    'ended sessions': [{ ...owners, action: 'ended', changes: [] }],
  })
})

test('a change by SQL is one of the command line', async () => {
  const posted = await postedBy(() =>
    api.pool.query(`insert into suppliers (name) values ('Quay')`),
  )
  expect(posted).toMatchObject([{ user: null, cli: true, action: 'created', name: 'Quay' }])
})

test('the account of a write does not stay on its connection', async () => {
  const client = await api.pool.connect()
  try {
    await client.query(`select set_config('stockie.account', '${shop.user.id}', true)`)
    const { rows } = await client.query('select acting_account() as account')
    expect(rows).toEqual([{ account: null }])
  } finally {
    client.release()
  }
})

test.each(['update activities set at = now()', 'delete from activities', 'truncate activities'])(
  'the database refuses %s',
  async (statement) => {
    await expect(api.pool.query(statement)).rejects.toThrow('The activities are append-only')
  },
)
