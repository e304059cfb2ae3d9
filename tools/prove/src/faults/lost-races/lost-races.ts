import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { call } from '#src/api-call'
import type { Api } from '#src/api-process'
import { draftSale } from '#src/clients/client-writes'
import { type DocumentEntry, createEntry } from '#src/clients/journal'
import type { Fault, Findings } from '#src/fault'
import { openShopWithClients } from '#src/fault-context'
import { judgeLongestWrite } from '#src/judge/judge'
import { openLatenessWatch, type WatchLateness } from '#src/lateness-watch'
import { type LoneClient, type LoneWrite, openLoneClient } from './lone-client'
import { createRaceTriggers, type Races } from './race-triggers'

type PermanentLossOptions = {
  api: Api
  shop: ShopDatabase
  lone: LoneClient
  races: Races
  watch: WatchLateness
}

/** A write that always loses has its 503 within this time, plus the lateness of the machine. */
const answerLimit = 3_000

/** Sends a sale that always loses and must get a 503, and then the same sale without losses. */
async function losePermanently({
  api,
  shop,
  lone,
  races,
  watch,
}: PermanentLossOptions): Promise<Pick<Findings, 'brokenPromises' | 'remarks'>> {
  const { client } = lone
  const mark = client.nextMark()
  const body = draftSale(client, mark)
  const headers = { ...api.headers, [idempotencyKeyHeader]: mark }
  const sell = () => call(`${api.origin}${apiRoot}/sales`, { method: 'POST', headers, body })
  const { result: refused, lateness } = await watch(sell)
  const stored = await shop.query('select from sales where remark = $1', [mark])
  await races.loseNone()
  const sold = await sell()
  const entry = createEntry('sales', { mark, sent: body })
  client.journal.documents.push(entry)
  if (sold.status === 201) {
    entry.answer = sold.body as DocumentEntry['answer']
    client.journal.acknowledged += 1
  }
  const retryAfter = Number(refused.headers.get('retry-after'))
  const refusal = `${refused.status}, Retry-After ${retryAfter}`
  const waited = `a sale that always loses was answered after ${Math.round(refused.took)} ms`
  const excuse = `${waited}, on a machine that was ${Math.round(lateness)} ms late.`
  const isInTime = refused.took < answerLimit + lateness
  return {
    brokenPromises: [
      ...(refused.status === 503 && retryAfter > 0
        ? []
        : [`a sale that always loses was answered with ${refusal}`]),
      ...(isInTime ? [] : [waited]),
      ...(stored.length === 0 ? [] : ['a refused sale exists']),
      ...(sold.status === 201 ? [] : [`the same sale was then answered with ${sold.status}`]),
    ],
    remarks: isInTime && refused.took >= answerLimit ? [excuse] : [],
  }
}

/** On a machine this late, five attempts of a write may exceed its deadline. */
const excusedLateness = 150

/** A write is repeated this often before it counts as a finding. */
const maxRepeats = 5

type RepeatedLossOptions = {
  races: Races
  watch: WatchLateness
  lone: LoneWrite
  times: number
  code: string
}

/**
 * Sends a write that loses a few times and must succeed on its first try. Repeats it if the machine was late.
 */
async function loseRepeatedly({
  races,
  watch,
  lone: { label, prepare, write },
  times,
  code,
}: RepeatedLossOptions): Promise<Required<Pick<Findings, 'brokenPromises' | 'remarks'>>> {
  const lostWrite = `${label} that lost ${times} times with ${code}`
  const remarks: string[] = []
  for (let played = 1; played <= maxRepeats; played += 1) {
    await races.loseNone()
    await prepare()
    await races.loseNext(times, code)
    const { result, lateness } = await watch(write)
    if ((await races.countDraws()) <= times)
      throw new Error(`${label} did not run into the trigger.`)
    if (result.tries === 1) return { brokenPromises: [], remarks }
    const refused = `${lostWrite} was refused ${result.tries - 1} times (${result.reasons.join(' ')})`
    const machine = `the machine was ${Math.round(lateness)} ms late`
    if (lateness < excusedLateness) {
      return { brokenPromises: [`${refused}, and ${machine}`], remarks }
    }
    remarks.push(`${refused}, which is excused: ${machine}.`)
  }
  return {
    brokenPromises: [`${lostWrite} could not be judged: it was refused ${maxRepeats} times`],
    remarks,
  }
}

/** PostgreSQL's codes for a serialization failure and a deadlock. */
const codes = ['40001', '40P01']

/** Raises deadlocks and serialization failures: a few times, by chance under load, and always. */
export const lostRaces: Fault = {
  name: 'lost-races',
  rounds: { short: 1, long: 15 },
  async open(context) {
    const { shop, api, clients, judge } = await openShopWithClients(context)
    const races = await createRaceTriggers(shop)
    const watch = await openLatenessWatch(context, api)
    return async (round) => {
      const lone = await openLoneClient({ api, shop, round })
      const singleResults: Pick<Findings, 'brokenPromises' | 'remarks'>[] = []
      for (const code of codes) {
        for (const write of lone.writes) {
          const times = round.random.int(1, 4)
          context.progress(`${write.label} loses ${times} times with ${code}`)
          singleResults.push(await loseRepeatedly({ races, watch, lone: write, times, code }))
        }
      }
      for (const code of codes) {
        await races.loseNext(Number.MAX_SAFE_INTEGER, code)
        singleResults.push(await losePermanently({ api, shop, lone, races, watch }))
      }
      context.progress('losing by chance')
      await races.loseByChance(round.random.int(10, 30), round.seed)
      clients.start(round)
      await clients.awaitWrites(context.long ? 1_000 : 250)
      const journal = await clients.finish()
      await races.loseNone()
      const found = judgeLongestWrite(await judge(lone.mergeInto(journal), round), journal)
      return {
        ...found,
        brokenPromises: [found, ...singleResults].flatMap(({ brokenPromises }) => brokenPromises),
        remarks: singleResults.flatMap(({ remarks = [] }) => remarks),
      }
    }
  },
}
