import { setMaxListeners } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, parkedSalesPath } from '@stockie/contracts'
import { paths } from '#src/reads/report-paths'
import type { LoadRequest } from '#src/load/load-request'
import { createRequests } from '#src/writes/sale-requests'
import { createTillRecord, type Kind, type TillRecord } from './till-record'
import type { TillMessage, TillPlan, TillResult } from './till-plan'

/** Child process: receives one plan, sells, sends the result, and ends when the parent disconnects. */
process.once('message', (plan: TillPlan) => {
  sell(plan)
    .then((result) => send({ result }))
    .catch((error: Error) => send({ failure: error.message }))
})
process.once('disconnect', () => process.exit())

function send(message: TillMessage): void {
  process.send?.(message)
}

const changesPath = `${apiRoot}/changes`
/** The lists of Create Sales, as in a browser. */
const lists = [paths.products, `${apiRoot}/customers`, `${apiRoot}/${parkedSalesPath}`]
const secondsBetweenPolls = 10
/** As in the web app. */
const pollTimeoutMs = 5_000

async function sell(plan: TillPlan): Promise<TillResult> {
  const record = createTillRecord()
  const end = AbortSignal.timeout((plan.warmUpSeconds + plan.seconds) * 1_000)
  setMaxListeners(0, end)
  let openPages = 0
  const tills = Array.from({ length: plan.tills }, (_, index) =>
    runTill(plan, { index, record, end, onOpen: () => void (openPages += 1) }),
  )
  await wait(plan.warmUpSeconds * 1_000)
  const latePages = plan.tills - openPages
  const cpu = process.cpuUsage()
  record.begin()
  send({ event: 'begin' })
  await pause(plan.seconds * 2, end)
  const inTime = record.end()
  const { user, system } = process.cpuUsage(cpu)
  send({ event: 'end' })
  // The last answers count for the times, and for nothing else.
  await Promise.all(tills)
  const result = record.result()
  if (latePages > 0) result.failures['page not open in the warm-up'] = latePages
  return { ...inTime, ...result, cpu: (user + system) / 1_000 }
}

type Till = { index: number; record: TillRecord; end: AbortSignal; onOpen: () => void }

/** A browser with Create Sales open: it asks for changes, reads its lists again when there are any, and sells. */
async function runTill(plan: TillPlan, { index, record, end, onOpen }: Till): Promise<void> {
  const { origins, tokens } = plan
  const origin = origins[index % origins.length] ?? ''
  // Each server has tills of each account.
  const token = tokens[Math.floor(index / origins.length) % tokens.length]
  const headers = { authorization: `Bearer ${token}` }
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const etags = new Map<string, string>()
  const nextSale = createRequests({ ...plan, headers })
  let reading: Reading | undefined
  let waiting: Promise<void> | undefined

  function ask(kind: Kind, asked: LoadRequest, signal?: AbortSignal): Promise<Answer | undefined> {
    return record.time(kind, () => sendRequest({ agent, origin, signal }, asked))
  }

  async function isChanged(kind: Kind, path: string, signal?: AbortSignal): Promise<boolean> {
    const etag = etags.get(path)
    const answer = await ask(
      kind,
      { path, headers: { ...headers, ...(etag && { 'if-none-match': etag }) } },
      signal,
    )
    if (answer?.status !== 200) return false
    etags.set(path, answer.etag ?? '')
    return true
  }

  function readLists(): Promise<void> {
    const controller = new AbortController()
    const read = async () => {
      await Promise.all(lists.map((path) => isChanged('lists', path, controller.signal)))
    }
    reading = { done: read(), cancel: () => controller.abort() }
    return reading.done
  }

  /** After a sale of its own, the browser cancels the running requests: they may not have the sale. */
  function readListsAgain(): Promise<void> {
    reading?.cancel()
    return readLists()
  }

  /** After a poll it lets them end first. Later polls share the next ones. */
  function readListsNext(): Promise<void> {
    waiting ??= Promise.resolve(reading?.done)
      .then(() => (waiting = undefined))
      .then(readLists)
    return waiting
  }

  async function keepPolling() {
    while (!end.aborted) {
      await pause(secondsBetweenPolls * (0.8 + 0.4 * Math.random()), end)
      if (end.aborted) return
      if (await isChanged('polls', changesPath, AbortSignal.timeout(pollTimeoutMs)))
        await readListsNext()
    }
  }

  async function keepSelling() {
    for (;;) {
      await pause(-plan.secondsBetweenSales * Math.log(1 - Math.random()), end)
      if (end.aborted) return
      await ask('sales', nextSale(0))
      await readListsAgain()
    }
  }

  await pause(plan.warmUpSeconds * 0.6 * Math.random(), end)
  await readLists()
  onOpen()
  await Promise.all([keepPolling(), keepSelling()])
  agent.destroy()
}

type Reading = { done: Promise<void>; cancel: () => void }

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return wait(seconds * 1_000, undefined, { signal }).catch(() => {})
}

type Answer = { status: number; etag: string | undefined; bytes: number }
type Connection = { agent: Agent; origin: string; signal: AbortSignal | undefined }

/** Reads an answer compressed, as a browser does, and without parsing it. */
function sendRequest(
  { agent, origin, signal }: Connection,
  { method = 'GET', path, headers = {}, body }: LoadRequest,
): Promise<Answer> {
  const ofBody = body !== undefined && {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const options = {
    agent,
    method,
    signal,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...ofBody, ...headers },
  }
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, options, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => void (bytes += chunk.length))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, etag: answered.etag, bytes })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
