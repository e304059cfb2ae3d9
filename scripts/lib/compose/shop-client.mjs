import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'

const lists = [
  'customers',
  'suppliers',
  'categories',
  'products',
  'sales',
  'purchases',
  'expense-categories',
  'expenses',
  'reports/profit-summary',
]

/** A shop by its API, as somebody who has signed in. */
export async function signIn(url, email, password) {
  const { token } = await send(url, 'POST', '/auth/login', { email, password })
  const get = (call) => send(url, 'GET', call, undefined, token)
  const post = (call, body) => send(url, 'POST', call, body, token)

  /** Every record and every sum: what must be the same afterwards. */
  async function figures() {
    assert.deepEqual(await get('/stock/reconcile'), [])
    const read = lists.map(async (list) => [list, await get(`/${list}`)])
    return Object.fromEntries(await Promise.all(read))
  }

  return { get, post, figures }
}

async function send(url, method, call, body, token) {
  const response = await fetch(`${url}/api/v1${call}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${call} was answered with ${response.status}: ${text}`)
  /** @type {any} */
  const answer = JSON.parse(text)
  return answer
}
