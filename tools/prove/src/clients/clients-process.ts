import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@stockie/prisma/seed'
import { openClientConnection } from './client-connection'
import { changeDocument, type Client, editStock, recordDocument } from './client-writes'
import type { ClientsMessage, ClientsPlan } from './clients'
import { createJournal, type DocumentEntry, type Journal } from './journal'

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

/** A process of its own: for each plan that it is sent it works until it hears "finish", and tells its journal. */
let finish: (() => void) | undefined
process.on('message', (message: ClientsPlan | 'finish') => {
  if (message === 'finish') return finish?.()
  let finished = false
  finish = () => (finished = true)
  void carryOutPlan(message, () => finished)
})
process.once('disconnect', () => process.exit(1))

const tell = (word: ClientsMessage) => void process.send?.(word)

/** Far from each other, so that no two clients make the same choices. */
const apart = 7_919

async function carryOutPlan(plan: ClientsPlan, hasFinished: () => boolean): Promise<void> {
  const journal = createJournal()
  const telling = setInterval(() => tell({ acknowledged: journal.acknowledged }), 20)
  await Promise.all(createClients(plan, journal).map((run) => run(hasFinished)))
  clearInterval(telling)
  tell({ journal })
}

function createClients(plan: ClientsPlan, journal: Journal) {
  const { amount, origins, patience, headers, goods } = plan
  return Array.from({ length: amount }, (_, index) => {
    let marks = 0
    const client = {
      line: openClientConnection({ origins, first: index, patience, journal }),
      journal,
      random: createRandom(plan.seed + index * apart),
      headers,
      goods,
      counted: goods.counted[index],
      nextMark: () => `${plan.mark}-${index}-${(marks += 1)}`,
    }
    return (hasFinished: () => boolean) => runClient(client, { ...plan, hasFinished })
  })
}
