import { setTimeout as wait } from 'node:timers/promises'
import {
  apiRoot,
  idempotencyKeyHeader,
  type PurchaseInput,
  type SaleInput,
  type StockMovement,
} from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import type { Answer, ClientConnection } from './client-connection'
import type { CountedProduct, Goods } from './clients'
import { type DocumentEntry, type EditEntry, type Journal, unansweredEntry } from './journal'

/** Who sells and buys: what each of their writes needs. */
export type Client = {
  line: ClientConnection
  journal: Journal
  random: Random
  headers: Record<string, string>
  goods: Goods
  /** The product whose stock this client counts. */
  counted: CountedProduct | undefined
  /** A mark that nothing else has. */
  nextMark: () => string
}

/** No client of ours asks for what may be refused. */
function refused(what: string, { status, body }: Answer): Error {
  return new Error(`${what} was answered with ${status} ${JSON.stringify(body)}.`)
}

type Draft = Pick<Client, 'random' | 'goods'>

/** Some of the shop's products in any order, now and then one of them twice. */
function draftLines({ random, goods }: Draft) {
  return Array.from({ length: random.int(1, 4) }, () => {
    const [price, quantity] = [random.int(1, 90), random.int(1, 5)]
    return { productId: pick(random, goods.products), price, quantity, total: price * quantity }
  })
}

export function draftSale(client: Draft, remark: string): SaleInput {
  const { random, goods } = client
  const saleDetails = draftLines(client)
  // Of a small sale more is taken off now and then than it comes to.
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

function pick(random: Random, ids: readonly number[]): number {
  return ids[random.int(0, ids.length - 1)] ?? 0
}

/** Sells or buys with a key, until somebody says that it is recorded. */
export async function recordDocument(
  client: Client,
  resource: DocumentEntry['resource'],
): Promise<DocumentEntry> {
  const { line, journal, headers, nextMark } = client
  const mark = nextMark()
  const draft = resource === 'sales' ? draftSale : draftPurchase
  const sent = draft(client, mark)
  const entry = unansweredEntry(resource, { mark, sent })
  journal.documents.push(entry)
  const answer = await line.persist({
    method: 'POST',
    path: `${apiRoot}/${resource}`,
    headers: { ...headers, [idempotencyKeyHeader]: mark },
    body: sent,
  })
  if (answer.status !== 201) throw refused(`POST /${resource}`, answer)
  entry.answer = answer.body as DocumentEntry['answer']
  entry.isDeleted = false
  journal.acknowledged += 1
  return entry
}

/** Deletes a document of the client's own, or brings it back where it is deleted. */
export async function changeDocument(client: Client, entry: DocumentEntry): Promise<void> {
  const { line, journal, headers } = client
  const { resource, answer, isDeleted } = entry
  const id = answer?.saleId ?? answer?.purchaseId
  if (id === undefined || isDeleted === null) return
  const path = `${apiRoot}/${resource}`
  entry.isDeleted = null
  const changed = isDeleted
    ? await line.persist({ method: 'POST', path: `${path}/restore`, headers, body: { ids: [id] } })
    : await line.persist({ method: 'DELETE', path: `${path}/${id}`, headers })
  const done = isDeleted ? isRestored(changed) : isGone(changed)
  if (!done) throw refused(isDeleted ? `Restoring /${resource}` : `DELETE /${resource}`, changed)
  entry.isDeleted = !isDeleted
  journal.acknowledged += 1
}

type Changed = Answer & { tries: number }

/** Who had to ask again may find that it was done the first time. */
const isGone = ({ status, tries }: Changed) => status === 204 || (status === 404 && tries > 1)

function isRestored({ status, body, tries }: Changed): boolean {
  const count =
    typeof body === 'object' && body !== null && 'count' in body ? body.count : undefined
  return status === 200 && (count === 1 || (count === 0 && tries > 1))
}

/** As a form would that was opened when there were so many. */
const baseStock = 1_000

/** How long something is mostly under way at most that nobody has answered. */
const underWay = 1_500

/**
 * Counts more of the client's own product each time: no two edits of it are by the same amount. An edit has no key:
 * whoever hears no answer looks into the ledger before they do it again. By another amount, since on a slow machine
 * the first may be under way even then: neither must be done twice.
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

/** By the answer, or by the ledger where there was none. */
async function isEdited(
  { line, headers }: Client,
  { id, ...fields }: CountedProduct,
  { delta }: EditEntry,
): Promise<boolean> {
  const path = `${apiRoot}/products/${id}`
  const body = { ...fields, description: null, stock: baseStock + delta, baseStock }
  const answer = await line.tryOnce({ method: 'PUT', path, headers, body })
  if (answer?.status === 200) return true
  if (answer) throw refused('PUT /products', answer)
  await wait(underWay)
  const movements = `${path}/movements?pageSize=1000`
  const ledger = await line.persist({ method: 'GET', path: movements, headers })
  if (ledger.status !== 200) throw refused('GET the movements', ledger)
  return (ledger.body as StockMovement[]).some((movement) => movement.delta === delta)
}
