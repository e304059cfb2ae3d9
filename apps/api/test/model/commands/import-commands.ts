import { isDeepStrictEqual } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { importJob, importPreview, type ImportJob } from '@stockie/contracts'
import { itemAt, type ModelRun } from '#test/model/model-run'
import type { Step } from '#test/model/sequence-plans'
import {
  type Category,
  getExisting,
  listExisting,
  type Movement,
  moveStock,
  type Product,
  type Shop,
  withPosted,
  withRecord,
} from '#test/model/shop-model'
import { sendWithRetry } from '#test/support/http-clients'
import { withChanges } from './record-effects'

/** What an import did, for its undo. Only the fields that the file has can change. */
export type PlayedImport = {
  id: number
  categories: readonly number[]
  created: readonly number[]
  changed: readonly { id: number; before: Numbers; after: Numbers; delta: number }[]
}

type Numbers = { price: number; cost: number }
type FilePlan = NonNullable<Step['file']>

/** Imports a file, or undoes the last import, while no other call runs. Then the shop is known exactly. */
export async function playFile(run: ModelRun, plan: FilePlan): Promise<void> {
  const last = run.imports.at(-1)
  if (plan.isUndo && last) {
    run.imports.pop()
    await undo(run, plan, last)
  } else if (!plan.isUndo) await importProducts(run, plan)
}

async function importProducts(run: ModelRun, plan: FilePlan): Promise<void> {
  run.calls += 1
  const { shop } = run
  const user = itemAt(run.users, plan.user % 3)
  const categoryName = `Imported ${run.calls}`
  const alive = listExisting(shop, 'products')
  const targets = new Map<number, (typeof plan.rows)[number]>()
  const fresh: (typeof plan.rows)[number][] = []
  for (const row of plan.rows) {
    const product = row.isNew || alive.length === 0 ? undefined : itemAt(alive, row.target)
    if (!product) fresh.push(row)
    else if (!targets.has(product.id)) targets.set(product.id, row)
  }
  const lines = [
    ...[...targets].map(([id, row]) => `${id},,${row.cost},${row.price},${row.stock}`),
    ...fresh.map((row, at) => `,New ${run.calls}-${at},${row.cost},${row.price},${row.stock}`),
  ]
  // Without names, the products of the shop keep theirs.
  const file = `ID,New name,Cost,Price,Stock\n${lines.join('\n')}\n`
  const call = callAs(run, user.token, plan.api)
  const uploaded = importJob.parse(await call('POST', '/imports?resource=products', file))
  const mapping = { id: [0], cost: [2], price: [3], stock: [4] }
  const path = `/imports/${uploaded.id}`
  const named = fresh.length > 0 ? { ...mapping, name: [1] } : mapping
  // One file either adds or changes products, because an empty name would be refused.
  const choices = [...targets.keys()].map((_, at) => ({ line: at + 2, choice: 'skip' }))
  const options = {
    createCategories: true,
    defaults: { categoryName },
    choices: fresh.length > 0 ? choices : [],
  }
  const preview = importPreview.parse(
    await call('PUT', path, JSON.stringify({ mapping: named, options })),
  )
  const changedRows = fresh.length > 0 ? [] : [...targets]
  expectCount(preview.counts?.new, fresh.length, 'new')
  const changing = changedRows.filter(([id, row]) => {
    const product = getExisting(shop, 'products', id)
    return hasCategory(shop, product) && !isSame(product, row)
  })
  expectCount(preview.counts?.changed, changing.length, 'changed')
  await call('POST', `${path}/commit`)
  const job = await settled(call, path)
  if (job.state !== 'committed') throw new Error(`The import is ${job.state}: ${job.error}`)

  const by = user.name
  const base = {
    deletion: null,
    version: 1,
    history: [{ by, action: 'created', changes: [] }],
  } as const
  let after = shop
  const categories: number[] = []
  const created: number[] = []
  if (fresh.length > 0) {
    const categoryId = await findId(call, '/categories', categoryName)
    const category: Category = { ...base, id: categoryId, name: categoryName }
    after = withRecord(after, 'categories', category)
    categories.push(categoryId)
    for (const [at, { price, cost, stock }] of fresh.entries()) {
      const name = `New ${run.calls}-${at}`
      const id = await findId(call, '/products', name)
      const missing = { description: null, code: null, reorderLevel: null, reorderTarget: null }
      const fields = { ...missing, name, price, cost, categoryId }
      const product: Product = { ...base, ...fields, id, stock: 0, ledger: [] }
      after = moveStock(
        withRecord(after, 'products', product),
        id,
        movement('import', stock, by),
        false,
      )
      created.push(id)
    }
  }
  const changed = changing.map(([id, { price, cost, stock }]) => {
    const product = existing(after, id)
    const before = { price: product.price, cost: product.cost }
    const delta = stock - product.stock
    const edited = withChanges(product, { ...product, price, cost }, by)
    after = moveStock(withRecord(after, 'products', edited), id, movement('import', delta, by))
    return { id, before, after: { price, cost }, delta }
  })
  run.shop = after
  run.imports.push({ id: job.id, categories, created, changed })
}

/** Records that were used or changed since stay. */
async function undo(run: ModelRun, plan: FilePlan, last: PlayedImport): Promise<void> {
  run.calls += 1
  const user = itemAt(run.users, plan.user % 3)
  const by = user.name
  const call = callAs(run, user.token, plan.api)
  await call('POST', `/imports/${last.id}/revert`)
  const job = await settled(call, `/imports/${last.id}`)
  const deletion = { step: run.steps, call: run.calls, by }
  const count = { deleted: 0, changedBack: 0, kept: 0 }
  let shop = run.shop

  for (const id of last.created) {
    const product = getExisting(shop, 'products', id)
    if (!product) continue
    if (product.version > 1 || isUsed(shop, product)) count.kept += 1
    else {
      count.deleted += 1
      shop = withRecord(shop, 'products', { ...withPosted(product, by, 'deleted'), deletion })
    }
  }
  for (const { id, before, after, delta } of last.changed) {
    const product = getExisting(shop, 'products', id)
    const isWhole = product && product.price === after.price && product.cost === after.cost
    if (isWhole) count.changedBack += 1
    else if (product) {
      const fields = ['price', 'cost'] as const
      const stays = fields.some(
        (name) => before[name] !== after[name] && product[name] !== after[name],
      )
      if (stays) count.kept += 1
      else count.changedBack += 1
    } else count.kept += 1
    if (!product) continue
    const back = {
      ...product,
      price: product.price === after.price ? before.price : product.price,
      cost: product.cost === after.cost ? before.cost : product.cost,
    }
    const edited = withRecord(shop, 'products', withChanges(product, back, by))
    shop = moveStock(edited, id, movement('import_undone', -delta, by))
  }
  // Another batch in the list of deleted records.
  run.calls += 1
  const later = { ...deletion, call: run.calls }
  for (const id of last.categories) {
    const category = getExisting(shop, 'categories', id)
    if (!category) continue
    const isInUse = listExisting(shop, 'products').some(({ categoryId }) => categoryId === id)
    if (isInUse || category.version > 1) count.kept += 1
    else {
      count.deleted += 1
      shop = withRecord(shop, 'categories', {
        ...withPosted(category, by, 'deleted'),
        deletion: later,
      })
    }
  }
  const { deleted, changedBack, kept } = job.undo ?? {}
  if (!isDeepStrictEqual({ deleted, changedBack, kept }, count)) {
    throw new Error(`The undo says ${JSON.stringify(job)}, not ${JSON.stringify(count)}.`)
  }
  run.shop = shop
}

/**
 * Whether anything but the import has moved its stock, a parked sale has it, or a stock count has a number of it, also
 * one that was taken back.
 */
function isUsed(shop: Shop, { id, ledger }: Product): boolean {
  const isMoved = ledger.some(({ reason }) => reason !== 'import')
  return (
    isMoved ||
    [...shop['stock-counts'].values()].some(({ lines }) => lines.get(id)?.entries) ||
    [...shop.parked.values()].some(({ lines }) => lines.some((line) => line.productId === id))
  )
}

/** As in its form, a product whose category was deleted needs another category. */
function hasCategory(shop: Shop, product: Product | undefined): boolean {
  return product !== undefined && getExisting(shop, 'categories', product.categoryId) !== undefined
}

function isSame(product: Product | undefined, row: Numbers & { stock: number }): boolean {
  return product?.price === row.price && product.cost === row.cost && product.stock === row.stock
}

function existing(shop: Shop, id: number): Product {
  const product = getExisting(shop, 'products', id)
  if (!product) throw new Error(`The model has no product ${id}.`)
  return product
}

function movement(reason: 'import' | 'import_undone', delta: number, userName: string): Movement {
  return { delta, reason, saleId: null, purchaseId: null, userName }
}

type Caller = (method: string, path: string, body?: string) => Promise<unknown>

/** Each call goes to the next API, as behind a load balancer. */
function callAs({ ports, transcript }: ModelRun, token: string, api: number): Caller {
  let turn = api
  return async (method, path, body) => {
    turn += 1
    const isFile = path.startsWith('/imports?')
    const { status, body: answered } = await sendWithRetry({
      port: itemAt(ports, turn),
      method,
      path,
      body,
      token,
      headers: isFile ? { 'content-type': 'application/octet-stream' } : {},
    })
    if (method !== 'GET')
      transcript.push(
        `${method} ${path} ${body ?? ''}\n   -> ${status} ${JSON.stringify(answered)}`,
      )
    if (status >= 300)
      throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(answered)}`)
    return answered
  }
}

async function settled(call: Caller, path: string): Promise<ImportJob> {
  for (;;) {
    const job = importJob.parse(await call('GET', path))
    if (!job.state.endsWith('ing')) return job
    await wait(5)
  }
}

async function findId(call: Caller, path: string, name: string): Promise<number> {
  const rows = (await call('GET', path)) as { id: number; name: string }[]
  const found = rows.filter((row) => row.name === name)
  if (found.length !== 1 || !found[0])
    throw new Error(`${found.length} records have the name ${name}.`)
  return found[0].id
}

function expectCount(actual: number | undefined, due: number, what: string): void {
  if (actual !== due) throw new Error(`The preview has ${actual} ${what} rows, not ${due}.`)
}
