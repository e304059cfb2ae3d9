import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import { call, type Called } from '#src/api-call'
import type { Api } from '#src/api-process'
import { draftSale } from '#src/clients/client-writes'
import type { Goods } from '#src/clients/clients'
import { type DocumentEntry, unansweredEntry } from '#src/clients/journal'

type Options = {
  api: Api
  goods: Goods
  random: Random
  mark: string
  /** How often a write has to have been refused. */
  refusals: number
  /** Whether PostgreSQL has been there all the time since this was asked last. */
  hasLived: () => Promise<boolean>
}

const reads = ['/products', '/customers', '/reports/profit-summary', '/sales?page=1', '/deleted']
const clear = /no space left/

/** So long an API lets everybody wait for a connection to its database. */
const turn = 1_900

export type Watched = {
  sales: DocumentEntry[]
  /** What was not as it must be. */
  unkept: string[]
  /** How many writes have waited for a turn in vain. */
  inVain: number
  /** While PostgreSQL lived: how many reads were asked for, and how many of them have waited in vain. */
  reads: { asked: number; late: number }
}

/** What is sold, refused and read while nothing more can be written. */
export async function watchFullDisk(options: Options): Promise<Watched> {
  const { api, goods, random, mark, refusals, hasLived } = options
  const seen: Watched = { sales: [], unkept: [], inVain: 0, reads: { asked: 0, late: 0 } }
  const { sales, unkept } = seen
  let refused = 0
  for (let tries = 1; refused < refusals && seen.inVain <= refusals / 2; tries += 1) {
    if (tries > 3_000) throw new Error('The disk is full, and writes go on.')
    const own = `${mark}-${tries}`
    const entry = unansweredEntry('sales', { mark: own, sent: draftSale({ random, goods }, own) })
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
    if (await hasLived()) {
      if (!isRefused(sold) || !clear.test(sold.detail)) {
        unkept.push(`a write was answered with ${sold.status}: ${sold.detail}`)
      }
      const isLate = hasWaitedInVain(read)
      seen.reads.asked += 1
      seen.reads.late += Number(isLate)
      if (read.status !== 200 && !isLate)
        unkept.push(`a read was answered with ${read.status}: ${read.detail}`)
    } else if (![sold, read].every((answer) => answer.status === 200 || isRefused(answer))) {
      unkept.push(`without PostgreSQL there were ${sold.status} and ${read.status}`)
    }
    await wait(100)
  }
  return seen
}

/** Fifty clients keep a slow machine so busy that not everybody has a turn. Who is told so and has not waited had one. */
function hasWaitedInVain(answer: Called): boolean {
  return isRefused(answer) && !clear.test(answer.detail) && answer.took >= turn
}

function isRefused({ status, headers }: Called): boolean {
  return status === 503 && Number(headers.get('retry-after')) > 0
}
