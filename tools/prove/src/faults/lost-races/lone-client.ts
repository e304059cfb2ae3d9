import { createRandom } from '@stockie/prisma/seed'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Api } from '#src/api-process'
import { openClientConnection } from '#src/clients/client-connection'
import { changeDocument, type Client, editStock, recordDocument } from '#src/clients/client-writes'
import { readGoods } from '#src/clients/clients'
import { createJournal, type Journal } from '#src/clients/journal'
import type { Round } from '#src/fault'

export type LoneWrite = {
  what: string
  /** What must be there before it, each time that it is played. */
  prepare: () => Promise<void>
  /** Says how often it had to be asked for. */
  write: () => Promise<number>
}

export type LoneClient = {
  client: Client
  /** One of each kind. */
  writes: LoneWrite[]
  /** What this client knows beside what the others know. */
  joinTo: (journal: Journal) => Journal
}

type Options = { api: Api; shop: ShopDatabase; round: Round }

/** Beyond what any of the fifty reaches, who edit the same product. */
const farDelta = 900

/** A client alone, one write at a time: what happens to each is known to the attempt. */
export async function openLoneClient({ api, shop, round }: Options): Promise<LoneClient> {
  const journal = createJournal()
  const goods = await readGoods(shop, 50)
  const line = openClientConnection({ origins: [api.origin], first: 0, patience: 10_000, journal })
  let [tries, marks, deltas] = [0, 0, round.number * 1_000 + farDelta]
  const client: Client = {
    line: {
      ...line,
      persist: async (what) => {
        const answer = await line.persist(what)
        // Who looks into the ledger writes nothing.
        if (what.method !== 'GET') tries += answer.tries
        return answer
      },
      tryOnce: (what) => {
        tries += 1
        return line.tryOnce(what)
      },
    },
    journal,
    // Its own: how often something is played is the machine's to say, and must not change what comes later.
    random: createRandom(round.random.int(0, 2 ** 31 - 1)),
    headers: api.headers,
    goods,
    counted: goods.counted[0],
    nextMark: () => `${round.mark}-alone-${(marks += 1)}`,
  }

  async function makeLast(isDeleted: boolean): Promise<void> {
    const last = journal.documents.at(-1)
    if (!last) throw new Error('Nothing was recorded that could be changed.')
    if (last.isDeleted !== isDeleted) await changeDocument(client, last)
  }

  const nothing = async () => {}
  const kinds: [what: string, prepare: () => Promise<void>, work: () => Promise<unknown>][] = [
    ['a purchase', nothing, () => recordDocument(client, 'purchases')],
    ['a sale', nothing, () => recordDocument(client, 'sales')],
    ['a deletion', () => makeLast(false), () => makeLast(true)],
    ['a restoration', () => makeLast(true), () => makeLast(false)],
    ['an edit of a stock', nothing, () => editStock(client, () => (deltas += 1))],
  ]
  return {
    client,
    writes: kinds.map(([what, prepare, work]) => ({
      what,
      prepare,
      write: async () => {
        tries = 0
        await work()
        return tries
      },
    })),
    joinTo: (others) => ({
      documents: [...others.documents, ...journal.documents],
      edits: [...others.edits, ...journal.edits],
      acknowledged: others.acknowledged + journal.acknowledged,
      failed: [...others.failed, ...journal.failed],
      unanswered: [...others.unanswered, ...journal.unanswered],
      longestWait: Math.max(others.longestWait, journal.longestWait),
      longestWrite: others.longestWrite,
    }),
  }
}
