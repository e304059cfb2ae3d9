import { idempotencyKeyHeader, stockCounts } from '@stockie/contracts'
import { randomUUID } from 'node:crypto'
import { type CountStep, createCountClient } from '#test/support/count-client'
import { createRecord, send, type WriteCase } from './write-cases'

const path = `/${stockCounts.path}`

/** Starts a count of a new product that lacks a piece, up to a step. */
async function prepareCount(
  api: Parameters<WriteCase['prepare']>[0],
  shop: Parameters<WriteCase['prepare']>[1],
  done: readonly CountStep[],
) {
  const client = createCountClient(api, shop)
  const { categoryId } = shop
  const salt = { name: 'Salt', price: 2, cost: 1, stock: 7, categoryId }
  const productId = await createRecord(api, shop, '/products', salt)
  const id = await client.open({ productIds: [productId] })
  await client.enter(id, productId, { counted: 6 })
  for (const step of done) await client.step(id, step)
  return { client, id, productId }
}

const step = (
  name: CountStep,
  done: readonly CountStep[],
  variant: WriteCase['variant'] = '',
): WriteCase => ({
  method: 'POST',
  path: `${path}/{id}/${name}`,
  variant,
  async prepare(api, shop) {
    const { client, id } = await prepareCount(api, shop, done)
    return () => client.step(id, name)
  },
  onRepeat: 'first',
})

export const stockCountWriteCases: WriteCase[] = [
  {
    method: 'POST',
    path,
    variant: 'with an Idempotency-Key',
    prepare: (api, shop) => {
      const headers = { [idempotencyKeyHeader]: randomUUID() }
      return Promise.resolve(() => send(api, shop, 'POST', path, { blind: false }, headers))
    },
    onRepeat: 'first',
  },
  {
    method: 'PUT',
    path: `${path}/{id}/products/{productId}`,
    variant: 'with an Idempotency-Key',
    async prepare(api, shop) {
      const { client, id, productId } = await prepareCount(api, shop, ['finish'])
      const headers = { [idempotencyKeyHeader]: randomUUID() }
      return () => client.enter(id, productId, { counted: 2, mode: 'add' }, headers)
    },
    onRepeat: 'first',
  },
  {
    method: 'PUT',
    path: `${path}/{id}/products/{productId}`,
    variant: 'that takes a number back, with an Idempotency-Key',
    async prepare(api, shop) {
      const { client, id, productId } = await prepareCount(api, shop, ['finish'])
      const headers = { [idempotencyKeyHeader]: randomUUID() }
      return () => client.enter(id, productId, { counted: null }, headers)
    },
    onRepeat: 'first',
  },
  step('finish', []),
  step('post', ['finish']),
  {
    method: 'POST',
    path: `${path}/{id}/post`,
    variant: 'of what was shown',
    async prepare(api, shop) {
      const { client, id } = await prepareCount(api, shop, ['finish'])
      const { finishedAt } = await client.read(id)
      return () => client.step(id, 'post', { finishedAt })
    },
    onRepeat: 'first',
  },
  step('undo', ['finish', 'post']),
  step('discard', []),
  step('discard', ['finish'], 'of a finished count'),
  step('reopen', ['discard']),
  step('reopen', ['finish', 'discard'], 'of a finished count'),
]
