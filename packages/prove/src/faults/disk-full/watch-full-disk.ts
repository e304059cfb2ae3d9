import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import { call, type Called } from '#src/call'
import { draftSale } from '#src/clients/drafts'
import type { DocumentEntry } from '#src/clients/journal'
import type { Goods } from '#src/clients/plan'
import { unansweredEntry } from '#src/clients/unanswered-entry'
import type { Api } from '#src/start-api'

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

/** What is sold, refused and read while nothing more can be written: the sales, and what was not as it must be. */
export async function watchFullDisk(options: Options) {
  const { api, goods, random, mark, refusals, hasLived } = options
  const sales: DocumentEntry[] = []
  const unkept: string[] = []
  let refused = 0
  let inVain = 0
  for (let tries = 1; refused < refusals && inVain <= refusals; tries += 1) {
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
      inVain += 1
      continue
    }
    refused += 1
    const read = await call(`${api.origin}${apiRoot}${reads[refused % reads.length]}`, api)
    const isLate = hasWaitedInVain(read)
    inVain += Number(isLate)
    if (await hasLived()) {
      if (!isRefused(sold) || !clear.test(sold.detail)) {
        unkept.push(`a write was answered with ${sold.status}: ${sold.detail}`)
      }
      if (read.status !== 200 && !isLate)
        unkept.push(`a read was answered with ${read.status}: ${read.detail}`)
    } else if (![sold, read].every((answer) => answer.status === 200 || isRefused(answer))) {
      unkept.push(`without PostgreSQL there were ${sold.status} and ${read.status}`)
    }
    await wait(100)
  }
  if (inVain > refusals) unkept.push(`${inVain} times nobody had a turn in time`)
  return { sales, unkept }
}

/**
 * On a slow machine fifty clients keep it so busy that not everybody has a turn in time, which is no word about the
 * disk: they ask again. Where hardly anybody has one, or who is told so has not waited, it is the disk's doing.
 */
function hasWaitedInVain(answer: Called): boolean {
  return isRefused(answer) && !clear.test(answer.detail) && answer.took >= turn
}

function isRefused({ status, headers }: Called): boolean {
  return status === 503 && Number(headers.get('retry-after')) > 0
}
