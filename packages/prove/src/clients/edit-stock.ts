import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, type StockMovement } from '@stockie/contracts'
import type { Client } from './client'
import type { EditEntry } from './journal'
import type { CountedProduct } from './plan'
import { refused } from './refused'

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
