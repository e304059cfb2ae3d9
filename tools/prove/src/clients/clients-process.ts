import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@stockie/prisma/seed'
import { openClientConnection } from './client-connection'
import {
  changeDocument,
  type Client,
  countCash,
  editStock,
  recordDocument,
  returnSale,
} from './client-writes'
import { countStock } from './stock-count-writes'
import type { ClientsMessage, ClientsPlan } from './clients'
import { createJournal, type DocumentEntry, type Journal } from './journal'

type Options = {
  /** Prefix of the names of the client's stock counts. */
  mark: string
  pause: number
  editsStock: boolean
  firstDelta: number
  hasFinished: () => boolean
}

/**
 * Shares in percent: sales, purchases, deletions and restorations, stock edits, returns, cash counts, and stock counts,
 * each with all its steps.
 */
const weights = [40, 14, 20, 10, 7, 5, 4]

/** Sends one write after another until `hasFinished`, or until a write fails for good. */
export async function runClient(client: Client, options: Options): Promise<void> {
  const { random, journal } = client
  const ownDocuments: DocumentEntry[] = []
  let delta = options.firstDelta
  let stockCounts = 0

  async function write(): Promise<void> {
    const kind = random.weighted(weights)
    if (kind === 6) {
      stockCounts += 1
      return countStock(client, `${options.mark}-count-${stockCounts}`, measure)
    }
    return measure(() => writeOnce(kind))
  }

  async function writeOnce(kind: number): Promise<void> {
    const entry = ownDocuments[random.int(0, Math.max(ownDocuments.length - 1, 0))]
    if (kind === 2 && entry) return changeDocument(client, entry)
    if (kind === 4 && entry) return returnSale(client, entry)
    if (kind === 5) return countCash(client)
    if (kind === 3 && options.editsStock) return editStock(client, () => (delta += 1))
    ownDocuments.push(await recordDocument(client, kind === 1 ? 'purchases' : 'sales'))
  }

  async function measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const began = performance.now()
    return work().finally(() => {
      journal.longestWrite = Math.max(journal.longestWrite, performance.now() - began)
    })
  }

  try {
    while (!options.hasFinished()) {
      await write()
      await wait(random.int(0, options.pause))
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    journal.failed.push(`a client gave up: ${why}`)
  } finally {
    client.connection.close()
  }
}

/** Child process: carries out each plan until the message "finish", then sends its journal. */
let finish: (() => void) | undefined
process.on('message', (message: ClientsPlan | 'finish') => {
  if (message === 'finish') return finish?.()
  let finished = false
  finish = () => (finished = true)
  void carryOutPlan(message, () => finished)
})
process.once('disconnect', () => process.exit(1))

const send = (message: ClientsMessage) => void process.send?.(message)

/** Distance between the clients' seeds, so that no two clients make the same choices. */
const seedStep = 7_919

async function carryOutPlan(plan: ClientsPlan, hasFinished: () => boolean): Promise<void> {
  const journal = createJournal()
  const reporting = setInterval(() => send({ acknowledged: journal.acknowledged }), 20)
  await Promise.all(createClients(plan, journal).map((run) => run(hasFinished)))
  clearInterval(reporting)
  send({ journal })
}

function createClients(plan: ClientsPlan, journal: Journal) {
  const { amount, origins, timeout, headers, goods } = plan
  return Array.from({ length: amount }, (_, index) => {
    let marks = 0
    const client = {
      connection: openClientConnection({ origins, first: index, timeout, journal }),
      journal,
      random: createRandom(plan.seed + index * seedStep),
      headers,
      goods,
      counted: goods.counted[index],
      nextMark: () => `${plan.mark}-${index}-${(marks += 1)}`,
    }
    return (hasFinished: () => boolean) =>
      runClient(client, { ...plan, mark: `${plan.mark}-${index}`, hasFinished })
  })
}
