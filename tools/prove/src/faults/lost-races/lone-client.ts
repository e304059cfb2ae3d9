import { createRandom } from '@stockie/prisma/seed'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Api } from '#src/api-process'
import { openClientConnection } from '#src/clients/client-connection'
import { changeDocument, type Client, editStock, recordDocument } from '#src/clients/client-writes'
import { readGoods } from '#src/clients/clients'
import { createJournal, type Journal } from '#src/clients/journal'
import type { Round } from '#src/fault'

export type LoneWrite = {
  label: string
  /** Creates the state that the write needs, before each time. */
  prepare: () => Promise<void>
  /** Returns the number of tries, and why all but the last one failed. */
  write: () => Promise<{ tries: number; reasons: string[] }>
}

export type LoneClient = {
  client: Client
  /** One write of each kind. */
  writes: LoneWrite[]
  /** Merges this client's journal into that of the others. */
  mergeInto: (journal: Journal) => Journal
}

type Options = { api: Api; shop: ShopDatabase; round: Round }

/** Larger than any edit of the fifty clients, one of which edits the same product. */
const deltaOffset = 900

/** Opens a single client that sends one write at a time and counts its tries. */
export async function openLoneClient({ api, shop, round }: Options): Promise<LoneClient> {
  const journal = createJournal()
  const goods = await readGoods(shop, 50)
  const connection = openClientConnection({
    origins: [api.origin],
    first: 0,
    timeout: 10_000,
    journal,
  })
  let [tries, marks, deltas] = [0, 0, round.number * 1_000 + deltaOffset]
  const client: Client = {
    connection: {
      ...connection,
      requestUntilAnswered: async (request) => {
        const answer = await connection.requestUntilAnswered(request)
        // Reading the ledger is no write.
        if (request.method !== 'GET') tries += answer.tries
        return answer
      },
      requestOnce: (request) => {
        tries += 1
        return connection.requestOnce(request)
      },
    },
    journal,
    // A separate generator: the machine decides how often a write is repeated, and that must not change later
    // choices.
    random: createRandom(round.random.int(0, 2 ** 31 - 1)),
    headers: api.headers,
    goods,
    counted: goods.counted[0],
    nextMark: () => `${round.mark}-alone-${(marks += 1)}`,
  }

  async function setLastDeleted(isDeleted: boolean): Promise<void> {
    const last = journal.documents.at(-1)
    if (!last) throw new Error('There is no document that could be deleted or restored.')
    if (last.isDeleted !== isDeleted) await changeDocument(client, last)
  }

  const noPreparation = async () => {}
  const kinds: [label: string, prepare: () => Promise<void>, work: () => Promise<unknown>][] = [
    ['a purchase', noPreparation, () => recordDocument(client, 'purchases')],
    ['a sale', noPreparation, () => recordDocument(client, 'sales')],
    ['a deletion', () => setLastDeleted(false), () => setLastDeleted(true)],
    ['a restoration', () => setLastDeleted(true), () => setLastDeleted(false)],
    ['a stock edit', noPreparation, () => editStock(client, () => (deltas += 1))],
  ]
  return {
    client,
    writes: kinds.map(([label, prepare, work]) => ({
      label,
      prepare,
      write: async () => {
        tries = 0
        const { refusals, unanswered } = journal
        const [refused, lost] = [refusals.length, unanswered.length]
        await work()
        const reasons = [
          ...refusals.slice(refused),
          ...unanswered.slice(lost).map(({ why }) => why),
        ]
        return { tries, reasons }
      },
    })),
    mergeInto: (others) => ({
      documents: [...others.documents, ...journal.documents],
      edits: [...others.edits, ...journal.edits],
      stockCounts: [...others.stockCounts, ...journal.stockCounts],
      acknowledged: others.acknowledged + journal.acknowledged,
      failed: [...others.failed, ...journal.failed],
      unanswered: [...others.unanswered, ...journal.unanswered],
      refusals: [...others.refusals, ...journal.refusals],
      longestWait: Math.max(others.longestWait, journal.longestWait),
      longestWrite: others.longestWrite,
    }),
  }
}
