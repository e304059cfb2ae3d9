import { setTimeout as wait } from 'node:timers/promises'
import { changeDocument } from './change-document'
import type { Client } from './client'
import { editStock } from './edit-stock'
import type { DocumentEntry } from './journal'
import { recordDocument } from './record-document'

type Options = {
  pause: number
  editsStock: boolean
  firstDelta: number
  hasFinished: () => boolean
}

/** Of every hundred writes: sales, purchases, deletions and restorations, edits of a stock. */
const weights = [50, 15, 25, 10]

/** One write after another, until it is told to finish or cannot go on. */
export async function runClient(client: Client, options: Options): Promise<void> {
  const { random, journal } = client
  const own: DocumentEntry[] = []
  let delta = options.firstDelta

  async function write(): Promise<void> {
    const what = random.weighted(weights)
    const entry = own[random.int(0, Math.max(own.length - 1, 0))]
    if (what === 2 && entry) return changeDocument(client, entry)
    if (what === 3 && options.editsStock) return editStock(client, () => (delta += 1))
    own.push(await recordDocument(client, what === 1 ? 'purchases' : 'sales'))
  }

  async function timed(work: () => Promise<void>): Promise<void> {
    const began = performance.now()
    await work().finally(() => {
      journal.longestWrite = Math.max(journal.longestWrite, performance.now() - began)
    })
  }

  try {
    while (!options.hasFinished()) {
      await timed(write)
      await wait(random.int(0, options.pause))
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    journal.failed.push(`a client failed for good: ${why}`)
  } finally {
    client.line.close()
  }
}
