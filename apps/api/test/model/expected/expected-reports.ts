import {
  type Activity,
  type DeletedRecord,
  parkedSalesPath,
  type ResourcePath,
  resourcePaths,
  type StockMovement,
} from '@stockie/contracts'
import { dollars, subtotalCents, totalCents } from '#test/model/amounts'
import {
  type Movement,
  type ParkedSale,
  type Posted,
  type Product,
  type RecordOf,
  type Shop,
  getExisting,
} from '#test/model/shop-model'

export type Deleted = {
  resource: string
  id: number
  name: string
  date: string | null
  amount: number | null
  deletedBy: string
  step: number
  call: number
}

/** Lists every deleted record with its user and call. */
export function deletedOf(shop: Shop): Deleted[] {
  const records = resourcePaths.flatMap((resource) =>
    [...shop[resource].values()].map((record) => ({ resource, record, ...summaryOf(record) })),
  )
  const parked = [...shop.parked.values()].map((record) => {
    return { resource: parkedSalesPath, record, ...parkedSummaryOf(shop, record) }
  })
  const returned = [...shop.returns.values()].flatMap((record) => {
    const sale = shop.sales.get(record.saleId)
    // The returns of a deleted sale come back with it.
    if (!sale || sale.deletion) return []
    const amount = dollars(record.refund + record.shipping)
    return [{ resource: 'returns', record, name: sale.partyName, date: record.day, amount }]
  })
  return [...records, ...parked, ...returned].flatMap(({ record, ...row }) => {
    if (!record.deletion) return []
    const { by, step, call } = record.deletion
    return [{ ...row, id: record.id, deletedBy: by, step, call }]
  })
}

function parkedSummaryOf(shop: Shop, sale: ParkedSale): Pick<Deleted, 'name' | 'date' | 'amount'> {
  const { id, name, customerId, discount, shipping, lines } = sale
  const customer = customerId === null ? undefined : shop.customers.get(customerId)
  return {
    name: name ?? customer?.name ?? `Parked sale ${id}`,
    date: null,
    amount: dollars(Math.max(0, subtotalCents(lines) - discount + shipping)),
  }
}

function summaryOf(record: RecordOf[ResourcePath]): Pick<Deleted, 'name' | 'date' | 'amount'> {
  if ('partyName' in record) {
    return { name: record.partyName, date: record.day, amount: dollars(totalCents(record)) }
  }
  return { name: record.name, date: null, amount: 'amount' in record ? record.amount : null }
}

export type DeletedRow = DeletedRecord

/** Describes the first mismatch between "recently deleted", newest first, and the expected records. */
export function findDeletionMismatch(rows: DeletedRow[], deleted: Deleted[]): string | undefined {
  const message = `GET /deleted has\n  ${rows.map((row) => JSON.stringify(row)).join('\n  ')}\nbut`
  const expected = new Map(deleted.map((record) => [deletionKey(record), record]))
  if (expected.size !== rows.length) return `${message} should have ${expected.size}.`

  const sizes = new Map<string, number>()
  for (const { batch } of rows) sizes.set(batch, (sizes.get(batch) ?? 0) + 1)

  const batches = new Map<string, number>()
  const calls = new Set<number>()
  let lastStep = Number.POSITIVE_INFINITY
  let lastTime = '~'
  for (const row of rows) {
    const record = expected.get(deletionKey(row))
    if (!record) return `${message} ${deletionKey(row)} was not deleted in this form.`
    if (row.batchCount !== sizes.get(row.batch)) return `${message} a batch has another size.`
    // Every call has exactly one batch, and every batch exactly one call.
    const call = batches.get(row.batch)
    if (call === undefined && calls.has(record.call)) return `${message} one call has two batches.`
    if (call !== undefined && call !== record.call)
      return `${message} one batch belongs to two calls.`
    batches.set(row.batch, record.call)
    calls.add(record.call)
    if (record.step > lastStep || row.deletedAt > lastTime) return `${message} not newest first.`
    lastStep = record.step
    lastTime = row.deletedAt
  }
  return undefined
}

function deletionKey(record: Omit<Deleted, 'step' | 'call'>): string {
  const { resource, id, name, date, amount, deletedBy } = record
  return JSON.stringify([resource, id, name, date, amount, deletedBy])
}

export type MovementRow = StockMovement

/** Describes the first mismatch between a ledger, newest first, and the expected product. */
export function findLedgerMismatch(
  rows: MovementRow[],
  product: Product,
  shop: Shop,
): string | undefined {
  const message = `The ledger of product ${product.id} ${JSON.stringify(rows)}`
  let balance = 0
  for (const row of rows.toReversed()) {
    balance += row.delta
    if (row.balance !== balance) return `${message} has a wrong balance at ${row.id}.`
    if (row.documentDay !== documentDayOf(shop, row))
      return `${message} has a wrong day at ${row.id}.`
    if (row.productId !== product.id)
      return `${message} has another product's movement at ${row.id}.`
  }
  if (balance !== product.stock) return `${message} does not add up to ${product.stock}.`
  const expected = product.ledger.map(describeMovement).toSorted()
  const actual = rows.map(describeMovement).toSorted()
  if (expected.join() === actual.join()) return undefined
  return `${message} should have:\n  ${expected.join('\n  ')}`
}

type ActivityRow = Pick<Activity, 'userName' | 'action' | 'changes'>

/** Activities of the same moment may have any order. */
export function findActivityMismatch(
  rows: ActivityRow[],
  history: readonly Posted[],
): string | undefined {
  const expected = history.map(({ by, action, changes }) => `${by} ${action} ${textOf(changes)}`)
  const actual = rows.map((row) => `${row.userName} ${row.action} ${textOf(row.changes)}`)
  if (expected.toSorted().join() === actual.toSorted().join()) return undefined
  return `The history has\n  ${actual.join('\n  ')}\ninstead of\n  ${expected.join('\n  ')}`
}

/** Without the names of categories, which depend on the order of calls that the model may exchange. */
function textOf(changes: Posted['changes']): string {
  const known = changes.map(({ field, before, after }) =>
    /categoryname$/i.test(field) ? field : JSON.stringify([field, before, after]),
  )
  return known.join()
}

/** The day of the movement's document, if that exists. */
function documentDayOf(shop: Shop, { saleId, purchaseId }: MovementRow): string | null {
  const document =
    saleId === null
      ? purchaseId !== null && getExisting(shop, 'purchases', purchaseId)
      : getExisting(shop, 'sales', saleId)
  return document ? document.day : null
}

function describeMovement(movement: Movement): string {
  const { delta, reason, saleId, purchaseId, userName } = movement
  const { adjustmentReason = null, note = null, unitCost = null } = movement
  return (
    `${reason} ${delta} of sale ${saleId} or purchase ${purchaseId} by ${userName}, ` +
    `${adjustmentReason} "${note}" at ${unitCost}`
  )
}
