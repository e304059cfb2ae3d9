import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import type { Database } from '@stockie/stage/database'
import { call } from '#src/call'
import { draftSale } from '#src/clients/drafts'
import type { DocumentEntry } from '#src/clients/journal'
import { unansweredEntry } from '#src/clients/unanswered-entry'
import type { Found } from '#src/fault'
import type { WatchLateness } from '#src/open-watch'
import type { Api } from '#src/start-api'
import type { Races } from './lay-races'
import type { LoneClient } from './open-lone-client'

type Options = {
  api: Api
  shop: Database
  lone: LoneClient
  races: Races
  watch: WatchLateness
}

/** Within this it is told so, on a machine that is not late with everything. */
const limit = 3_000

/** What a sale is told that always loses, and what comes of the same sale once it does not. */
export async function loseForEver({
  api,
  shop,
  lone,
  races,
  watch,
}: Options): Promise<Pick<Found, 'unkept' | 'remarks'>> {
  const { client } = lone
  const mark = client.nextMark()
  const body = draftSale(client, mark)
  const headers = { ...api.headers, [idempotencyKeyHeader]: mark }
  const sell = () => call(`${api.origin}${apiRoot}/sales`, { method: 'POST', headers, body })
  const { result: refused, lateness } = await watch(sell)
  const there = await shop.query('select from sales where remark = $1', [mark])
  await races.loseNone()
  const sold = await sell()
  const entry = unansweredEntry('sales', { mark, sent: body })
  client.journal.documents.push(entry)
  if (sold.status === 201) {
    entry.answer = sold.body as DocumentEntry['answer']
    client.journal.acknowledged += 1
  }
  const retryAfter = Number(refused.headers.get('retry-after'))
  const refusal = `${refused.status}, Retry-After ${retryAfter}`
  const waited = `a sale that loses for ever was told so after ${Math.round(refused.took)} ms`
  const late = `${waited}, on a machine ${Math.round(lateness)} ms late with everything.`
  const isInTime = refused.took < limit + lateness
  return {
    unkept: [
      ...(refused.status === 503 && retryAfter > 0
        ? []
        : [`a sale that loses for ever was answered with ${refusal}`]),
      ...(isInTime ? [] : [waited]),
      ...(there.length === 0 ? [] : ['a sale that was refused is there']),
      ...(sold.status === 201 ? [] : [`the same sale was then answered with ${sold.status}`]),
    ],
    remarks: isInTime && refused.took >= limit ? [late] : [],
  }
}
