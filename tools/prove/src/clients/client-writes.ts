import { setTimeout as wait } from 'node:timers/promises'
import {
  apiRoot,
  bulkDeleteAnswer,
  countAnswer,
  type DaySheetInput,
  idempotencyKeyHeader,
  type PurchaseInput,
  type SaleInput,
  type StockMovement,
} from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import type { Answer, ClientConnection } from './client-connection'
import type { CountedProduct, Goods } from './clients'
import { type DocumentEntry, type EditEntry, type Journal, createEntry } from './journal'

/** Everything that the writes of one client need. */
export type Client = {
  connection: ClientConnection
  journal: Journal
  random: Random
  headers: Record<string, string>
  goods: Goods
  /** The product whose stock only this client edits. */
  counted: CountedProduct | undefined
  /** Returns a unique mark. */
  nextMark: () => string
}

/** The clients send only valid writes, so a refusal is an error. */
export function refusalError(write: string, { status, body }: Answer): Error {
  return new Error(`${write} was answered with ${status} ${JSON.stringify(body)}.`)
}

type Draft = Pick<Client, 'random' | 'goods'>

/** Random products of the shop; a product may appear twice. */
function draftLines({ random, goods }: Draft) {
  return Array.from({ length: random.int(1, 4) }, () => {
    const [price, quantity] = [random.int(1, 90), random.int(1, 5)]
    return { productId: pick(random, goods.products), price, quantity, total: price * quantity }
  })
}

export function draftSale(client: Draft, remark: string): SaleInput {
  const { random, goods } = client
  const saleDetails = draftLines(client)
  // The discount of a small sale may exceed its subtotal.
  const [discount, shippingFees] = [random.int(0, 1_000), random.int(0, 1_000)]
  const subtotal = saleDetails.reduce((sum, { total }) => sum + 100 * total, 0)
  return {
    customerId: pick(random, goods.customers),
    saleDate: goods.day,
    saleDetails,
    discount: discount / 100,
    shippingFees: shippingFees / 100,
    totalAmount: Math.max(0, subtotal - discount + shippingFees) / 100,
    remark,
  }
}

export function draftPurchase(client: Draft, remark: string): PurchaseInput {
  const { random, goods } = client
  const purchaseDetails = draftLines(client)
  return {
    supplierId: pick(random, goods.suppliers),
    purchaseDate: goods.day,
    purchaseDetails,
    totalAmount: purchaseDetails.reduce((sum, { total }) => sum + total, 0),
    remark,
  }
}

export function pick(random: Random, ids: readonly number[]): number {
  return ids[random.int(0, ids.length - 1)] ?? 0
}

/** Creates a document with an idempotency key, and retries until it is acknowledged. */
export async function recordDocument(
  client: Client,
  resource: 'sales' | 'purchases',
): Promise<DocumentEntry> {
  const { connection, journal, headers, nextMark } = client
  const mark = nextMark()
  const draft = resource === 'sales' ? draftSale : draftPurchase
  const sent = draft(client, mark)
  const entry = createEntry(resource, { mark, sent })
  journal.documents.push(entry)
  const answer = await connection.requestUntilAnswered({
    method: 'POST',
    path: `${apiRoot}/${resource}`,
    headers: { ...headers, [idempotencyKeyHeader]: mark },
    body: sent,
  })
  if (answer.status !== 201) throw refusalError(`POST /${resource}`, answer)
  entry.answer = answer.body as DocumentEntry['answer']
  entry.isDeleted = false
  journal.acknowledged += 1
  return entry
}

/** Returns one unit of each line of a sale, once. Most go back into the stock. */
export async function returnSale(client: Client, sale: DocumentEntry): Promise<void> {
  const { connection, journal, headers, nextMark, goods } = client
  const { saleId, saleDetails } = sale.answer ?? {}
  if (!saleDetails || sale.isReturned || sale.isDeleted !== false) return
  sale.isReturned = true
  const mark = nextMark()
  const sent = {
    returnDate: goods.day,
    lines: saleDetails.map((line, index) => ({
      saleDetailId: Number(Object(line).id),
      quantity: 1,
      restock: index % 3 !== 2,
    })),
    refund: null,
    shippingRefund: 0,
    remark: mark,
  }
  const entry = createEntry('returns', { mark, sent })
  journal.documents.push(entry)
  const answer = await connection.requestUntilAnswered({
    method: 'POST',
    path: `${apiRoot}/sales/${saleId}/returns`,
    headers: { ...headers, [idempotencyKeyHeader]: mark },
    body: sent,
  })
  if (answer.status !== 201) throw refusalError('POST a return', answer)
  entry.answer = answer.body as DocumentEntry['answer']
  journal.acknowledged += 1
}

/** A count reads all sales of its day, and the clients sell on one day, so most counts are of the day before. */
function draftCountedDay({ random, goods }: Draft): string {
  if (random.int(0, 3) === 0) return goods.day
  return new Date(Date.parse(goods.day) - 86_400_000).toISOString().slice(0, 10)
}

/** Counts cash as a sum, or by coins and notes. */
export async function countCash(client: Client): Promise<void> {
  const { connection, journal, headers, nextMark, random } = client
  const mark = nextMark()
  const [coins, notes] = [random.int(0, 90), random.int(0, 90)]
  const pieces = [
    { value: 0.05, count: coins },
    { value: 20, count: notes },
  ]
  const sent: DaySheetInput = {
    date: draftCountedDay(client),
    openingFloat: coins / 100,
    counted: random.int(0, 1) === 0 ? { sum: notes / 100 } : { pieces },
    // More can be paid back by card than is paid.
    paidOtherwise: (notes - coins) / 100,
    takenOut: [{ amount: random.int(1, 900) / 100, reason: 'Window cleaner' }],
    remark: mark,
  }
  const entry = createEntry('day_sheets', { mark, sent })
  journal.documents.push(entry)
  const answer = await connection.requestUntilAnswered({
    method: 'POST',
    path: `${apiRoot}/day-sheets`,
    headers: { ...headers, [idempotencyKeyHeader]: mark },
    body: sent,
  })
  if (answer.status !== 201) throw refusalError('POST /day-sheets', answer)
  entry.answer = answer.body as DocumentEntry['answer']
  journal.acknowledged += 1
}

/**
 * Deletes one of the client's documents, or restores it if it is deleted. Every other document is deleted in
 * bulk and restored by its batch.
 */
export async function changeDocument(client: Client, entry: DocumentEntry): Promise<void> {
  const { connection, journal, headers } = client
  const { resource, answer, isDeleted } = entry
  const id = answer?.saleId ?? answer?.purchaseId
  if (id === undefined || isDeleted === null) return
  const path = `${apiRoot}/${resource}`
  entry.isDeleted = null
  const isBulk = id % 2 === 1
  const ids = { ids: [id] }
  const { batch } = entry
  const changed = await connection.requestUntilAnswered({
    method: isDeleted ? 'POST' : 'DELETE',
    path: `${path}/${isDeleted ? 'restore' : isBulk ? 'bulk' : id}`,
    headers,
    ...(isDeleted && { body: batch === undefined ? ids : { batch } }),
    ...(!isDeleted && isBulk && { body: ids }),
  })
  const succeeded = isDeleted || isBulk ? isCounted(changed) : isGone(changed)
  if (!succeeded)
    throw refusalError(isDeleted ? `Restoring /${resource}` : `DELETE /${resource}`, changed)
  entry.isDeleted = !isDeleted
  // A retry that deletes nothing has no batch. Then the document is restored by its id.
  entry.batch = isDeleted ? undefined : batchOf(changed)
  journal.acknowledged += 1
}

type Changed = Answer & { tries: number }

/** A retry may find that an earlier try has already succeeded. */
const isGone = ({ status, tries }: Changed) => status === 204 || (status === 404 && tries > 1)

function isCounted({ status, body, tries }: Changed): boolean {
  const { count } = countAnswer.safeParse(body).data ?? {}
  return status === 200 && (count === 1 || (count === 0 && tries > 1))
}

function batchOf({ body }: Changed): string | undefined {
  return bulkDeleteAnswer.safeParse(body).data?.batch ?? undefined
}

/** The stock that the edit form showed when it was opened. */
const baseStock = 1_000

/** An unanswered request rarely stays in flight for longer. */
const settleTime = 1_500

/**
 * Edits the stock of the client's own product, each time by a unique amount. An edit has no idempotency key,
 * so a client without an answer checks the ledger first. It then repeats the edit by another amount: on a
 * slow machine the first request may still be in flight, and neither may take effect twice.
 */
export async function editStock(client: Client, nextDelta: () => number): Promise<void> {
  const { counted, journal } = client
  if (!counted) return
  for (;;) {
    const entry: EditEntry = { productId: counted.id, delta: nextDelta(), acknowledged: false }
    journal.edits.push(entry)
    if (!(await isEdited(client, counted, entry))) continue
    entry.acknowledged = true
    journal.acknowledged += 1
    return
  }
}

/** Decides by the answer, or without one by the ledger. */
async function isEdited(
  { connection, headers }: Client,
  { id, ...fields }: CountedProduct,
  { delta }: EditEntry,
): Promise<boolean> {
  const path = `${apiRoot}/products/${id}`
  const body = { ...fields, description: null, stock: baseStock + delta, baseStock }
  const answer = await connection.requestOnce({ method: 'PUT', path, headers, body })
  if (answer?.status === 200) return true
  if (answer) throw refusalError('PUT /products', answer)
  await wait(settleTime)
  const movements = `${path}/movements?pageSize=1000`
  const ledger = await connection.requestUntilAnswered({ method: 'GET', path: movements, headers })
  if (ledger.status !== 200) throw refusalError('GET the movements', ledger)
  return (ledger.body as StockMovement[]).some((movement) => movement.delta === delta)
}
