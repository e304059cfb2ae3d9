import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import { call, type CallResult } from '#src/api-call'
import type { Api } from '#src/api-process'
import { draftSale } from '#src/clients/client-writes'
import type { Goods } from '#src/clients/clients'
import { type DocumentEntry, createEntry } from '#src/clients/journal'

type Options = {
  api: Api
  goods: Goods
  random: Random
  mark: string
  /** Number of refused writes to wait for. */
  refusals: number
  /** True if PostgreSQL has run all the time since the last call. */
  hasRunSinceLastCheck: () => Promise<boolean>
}

const reads = ['/products', '/customers', '/reports/profit-summary', '/sales?page=1', '/deleted']
const diskFullDetail = /no space left/

/** The API lets a request wait this long for a database connection. */
const connectionWait = 1_900

export type Watched = {
  sales: DocumentEntry[]
  /** Wrong answers, each as a sentence. */
  brokenPromises: string[]
  /** Number of writes that waited in vain for a connection. */
  inVain: number
  /** While PostgreSQL ran: the number of reads, and of those that waited in vain. */
  reads: { sent: number; late: number }
}

/** Sends sales and reads while the disk is full, until enough writes are refused. */
export async function watchFullDisk(options: Options): Promise<Watched> {
  const { api, goods, random, mark, refusals, hasRunSinceLastCheck } = options
  const seen: Watched = { sales: [], brokenPromises: [], inVain: 0, reads: { sent: 0, late: 0 } }
  const { sales, brokenPromises } = seen
  let refused = 0
  for (let tries = 1; refused < refusals && seen.inVain <= refusals / 2; tries += 1) {
    if (tries > 3_000) throw new Error('The disk is full, but writes still succeed.')
    const saleMark = `${mark}-${tries}`
    const entry = createEntry('sales', {
      mark: saleMark,
      sent: draftSale({ random, goods }, saleMark),
    })
    sales.push(entry)
    const sold = await call(`${api.origin}${apiRoot}/sales`, {
      method: 'POST',
      headers: { ...api.headers, [idempotencyKeyHeader]: entry.mark },
      body: entry.sent,
    })
    if (sold.status === 201) {
      entry.answer = sold.body as DocumentEntry['answer']
      continue
    }
    if (hasWaitedInVain(sold)) {
      seen.inVain += 1
      continue
    }
    refused += 1
    const read = await call(`${api.origin}${apiRoot}${reads[refused % reads.length]}`, api)
    if (await hasRunSinceLastCheck()) {
      if (!isRefused(sold) || !diskFullDetail.test(sold.detail)) {
        brokenPromises.push(`a write was answered with ${sold.status}: ${sold.detail}`)
      }
      const isLate = hasWaitedInVain(read)
      seen.reads.sent += 1
      seen.reads.late += Number(isLate)
      if (read.status !== 200 && !isLate)
        brokenPromises.push(`a read was answered with ${read.status}: ${read.detail}`)
    } else if (![sold, read].every((answer) => answer.status === 200 || isRefused(answer))) {
      brokenPromises.push(
        `without PostgreSQL the answers were ${sold.status} and ${read.status}, expected 200 or 503`,
      )
    }
    await wait(100)
  }
  return seen
}

/**
 * On a slow machine, fifty clients keep all connections busy. Then a 503 comes after the whole wait. An
 * earlier 503 is a real refusal.
 */
function hasWaitedInVain(answer: CallResult): boolean {
  return isRefused(answer) && !diskFullDetail.test(answer.detail) && answer.took >= connectionWait
}

function isRefused({ status, headers }: CallResult): boolean {
  return status === 503 && Number(headers.get('retry-after')) > 0
}
