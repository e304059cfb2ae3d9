import { setTimeout as wait } from 'node:timers/promises'
import { waitUntil } from '@stockie/testkit/polling'
import { type Api, isReady, restartIfEnded, unlessApiEnds } from '#src/api-process'
import type { Clients } from '#src/clients/clients'
import type { Fault, FaultContext } from '#src/fault'
import { openShopWithClients } from '#src/fault-context'
import { judgeLongestWrite } from '#src/judge/judge'
import { describeRefusedConnections, describeWrongAnswers, startBadCallers } from './bad-callers'
import { megabytes, uploads } from './big-uploads'

const idle = 2_000
/** Memory limit as a share of the bodies that are sent: an API that buffers them needs all of it. */
const memoryShare = 0.9
/** A body may take a minute, and Node checks every 5 s. */
const cutOffTime = 70_000

type Options = { context: FaultContext; api: Api; clients: Clients }

/** Runs all bad callers at once beside the clients, and returns the findings. */
async function runBadCallers({ context, api, clients }: Options): Promise<string[]> {
  // The short form takes one path that is read before Express and one behind it.
  const big = context.long ? uploads : uploads.slice(0, 4)
  const memoryLimit = memoryShare * big.length * megabytes * 1024 * 1024
  const before = await api.memory()
  context.progress(`${idle} idle connections, slow senders and big bodies`)
  const callers = await startBadCallers(context, {
    port: Number(new URL(api.origin).port),
    idle,
    authorization: api.headers.authorization,
    uploads: big,
  })
  const refused = describeRefusedConnections(callers.refused, await isReady(api))
  await clients.awaitWrites(200)
  let report = await callers.readReport()
  let peak = before
  await waitUntil('every big body has its answer', async () => {
    peak = Math.max(peak, await api.memory())
    report = await callers.readReport()
    return Object.keys(report.uploads).length === big.length
  })
  const growth = Math.max(peak, await api.memory()) - before
  if (context.long) {
    context.progress('waiting until the slow connections are closed')
    await wait(cutOffTime)
    report = await callers.readReport()
  }
  const isStillReady = await isReady(api)
  callers.end()
  return [
    ...refused,
    ...describeWrongAnswers(report, context.long ? idle : null),
    ...(isStillReady ? [] : ['the API was not ready beside the bad callers']),
    ...(growth < memoryLimit ? [] : [`the API's memory grew by ${Math.round(growth / 1e6)} MB`]),
  ]
}

/** Sends bodies of 50 MB, a byte a second, and nothing at all on 2,000 connections, while the clients write. */
export const bigAndSlow: Fault = {
  name: 'big-and-slow',
  rounds: { short: 0, long: 1 },
  async open(context) {
    const { api, clients, judge } = await openShopWithClients(context)
    return async (round) => {
      clients.start(round)
      // Warm up, so that the memory for the clients themselves is already allocated.
      await clients.awaitWrites(200)
      const findings = await unlessApiEnds(api, runBadCallers({ context, api, clients }))
      const ended = await restartIfEnded(api)
      await clients.awaitWrites(50)
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal)
      return { ...found, brokenPromises: [...ended, ...(findings ?? []), ...found.brokenPromises] }
    }
  },
}
