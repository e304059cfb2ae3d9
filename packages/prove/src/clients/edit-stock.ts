import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, type StockMovement } from '@stockie/contracts'
import type { Answer, Asked } from './ask'
import type { Client } from './client'
import type { EditEntry } from './journal'
import { refused } from './refused'

/** As a form would that was opened when there were so many. */
const baseStock = 1_000

/** How long something may still be under way that nobody has answered. */
const underWay = 1_500

/**
 * Counts one more of the client's own product each time: no two edits of it are by the same amount. An edit
 * has no key: whoever hears no answer looks into the ledger before they do it again.
 */
export async function editStock(client: Client, delta: number): Promise<void> {
  const { counted, journal, headers } = client
  if (!counted) return
  const { id, ...fields } = counted
  const entry: EditEntry = { productId: id, delta, acknowledged: false }
  journal.edits.push(entry)
  const answer = await editUntilThere(client, entry, {
    method: 'PUT',
    path: `${apiRoot}/products/${id}`,
    headers,
    body: { ...fields, description: null, stock: baseStock + delta, baseStock },
  })
  if (answer.status !== 200) throw refused('PUT /products', answer)
  entry.acknowledged = true
  journal.acknowledged += 1
}

async function editUntilThere(client: Client, entry: EditEntry, edit: Asked): Promise<Answer> {
  for (;;) {
    const answer = await client.line.tryOnce(edit)
    if (answer) return answer
    await wait(underWay)
    const ledger = await client.line.persist({
      method: 'GET',
      path: `${edit.path}/movements?pageSize=1000`,
      headers: client.headers,
    })
    if (ledger.status !== 200) throw refused('GET the movements', ledger)
    const movements = ledger.body as StockMovement[]
    if (movements.some(({ delta }) => delta === entry.delta)) return { status: 200, body: null }
  }
}
