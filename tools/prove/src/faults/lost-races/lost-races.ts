import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { call } from '#src/api-call'
import type { Api } from '#src/api-process'
import { draftSale } from '#src/clients/client-writes'
import { type DocumentEntry, unansweredEntry } from '#src/clients/journal'
import type { Fault, Found } from '#src/fault'
import { openShopWithClients } from '#src/fault-context'
import { judgeLongestWrite } from '#src/judge/judge'
import { openLatenessWatch, type WatchLateness } from '#src/lateness-watch'
import { type LoneClient, type LoneWrite, openLoneClient } from './lone-client'
import { createRaceTriggers, type Races } from './race-triggers'

type ForEverOptions = {
  api: Api
  shop: ShopDatabase
  lone: LoneClient
  races: Races
  watch: WatchLateness
}

/** Within this it is told so, on a machine that is not late with everything. */
const limit = 3_000

/** What a sale is told that always loses, and what comes of the same sale once it does not. */
async function loseForEver({
  api,
  shop,
  lone,
  races,
  watch,
}: ForEverOptions): Promise<Pick<Found, 'unkept' | 'remarks'>> {
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

/** On a machine so late with everything five attempts of a write may take longer than it has. */
const tooLate = 150

/** So often a write is played before nobody can tell what would have come of it. */
const most = 5

type SomeTimesOptions = {
  races: Races
  watch: WatchLateness
  lone: LoneWrite
  times: number
  code: string
}

/** A write that loses some times is done at the first asking. What the machine was too late for is played again. */
async function loseSomeTimes({
  races,
  watch,
  lone: { what, prepare, write },
  times,
  code,
}: SomeTimesOptions): Promise<Required<Pick<Found, 'unkept' | 'remarks'>>> {
  const lost = `${what} that lost ${times} times with ${code}`
  const remarks: string[] = []
  for (let played = 1; played <= most; played += 1) {
    await races.loseNone()
    await prepare()
    await races.loseNext(times, code)
    const { result: tries, lateness } = await watch(write)
    if ((await races.asked()) <= times) throw new Error(`${what} has not met its races.`)
    if (tries === 1) return { unkept: [], remarks }
    if (lateness < tooLate) {
      return { unkept: [`${lost} was refused ${tries - 1} times`], remarks }
    }
    const late = `on a machine ${Math.round(lateness)} ms late with everything`
    remarks.push(`${lost} was refused ${late}: that is not judged.`)
  }
  return { unkept: [`${lost} could not be judged: it was refused ${most} times`], remarks }
}

/** As PostgreSQL calls a serialization failure and a deadlock. */
const codes = ['40001', '40P01']

/** Deadlocks and serialization failures: some times, by chance under load, and for ever. */
export const lostRaces: Fault = {
  name: 'lost-races',
  rounds: { short: 1, long: 15 },
  async open(ground) {
    const { shop, api, clients, judge } = await openShopWithClients(ground)
    const races = await createRaceTriggers(shop)
    const watch = await openLatenessWatch(ground, api)
    return async (round) => {
      const lone = await openLoneClient({ api, shop, round })
      const alone: Pick<Found, 'unkept' | 'remarks'>[] = []
      for (const code of codes) {
        for (const write of lone.writes) {
          const times = round.random.int(1, 4)
          ground.progress(`${write.what} loses ${times} times with ${code}`)
          alone.push(await loseSomeTimes({ races, watch, lone: write, times, code }))
        }
      }
      for (const code of codes) {
        await races.loseNext(Number.MAX_SAFE_INTEGER, code)
        alone.push(await loseForEver({ api, shop, lone, races, watch }))
      }
      ground.progress('losing by chance')
      await races.loseByChance(round.random.int(10, 30), round.seed)
      clients.begin(round)
      await clients.hear(ground.long ? 1_000 : 250)
      const journal = await clients.finish()
      await races.loseNone()
      const found = judgeLongestWrite(await judge(lone.joinTo(journal), round), journal)
      return {
        ...found,
        unkept: [found, ...alone].flatMap(({ unkept }) => unkept),
        remarks: alone.flatMap(({ remarks = [] }) => remarks),
      }
    }
  },
}
