import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot } from '@stockie/contracts'
import { freePort } from '@stockie/testkit/free-port'
import { waitUntil } from '@stockie/testkit/polling'
import pg from 'pg'
import { call, type CallResult } from '#src/api-call'
import { startApi } from '#src/api-process'
import { type Clients, startClients } from '#src/clients/clients'
import { type ConsoleSession, openConsoleSession } from '#src/console-session'
import { type Fault, type Findings, type Round, sumFindings } from '#src/fault'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'
import { maxExcuse, openLatenessWatch } from '#src/lateness-watch'
import { describeLeaks, readFootprint } from './pool-footprint'

/** Locks that a user at a console might hold: the rows of all products, whole tables, and all accounts. */
const lockStatements = {
  'all products': 'select from products for update',
  'sales, purchases and products': 'lock table sales, purchases, products in access exclusive mode',
  'all accounts': 'lock table users in access exclusive mode',
} as const satisfies Record<string, string>

type Lock = keyof typeof lockStatements

const locks = Object.keys(lockStatements) as Lock[]

/**
 * Takes the lock while the clients write. Retries if PostgreSQL ends this session's attempt as a deadlock.
 */
async function acquireLock(console: ConsoleSession, lock: Lock): Promise<void> {
  for (;;) {
    try {
      await console.run(`begin; ${lockStatements[lock]}`)
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '40P01')) throw error
      await console.run('rollback')
    }
  }
}

/** Each lock has a round of its own, with unique marks and stock edits. */
function createLockRound(round: Round, lock: Lock): Round {
  const part = locks.indexOf(lock) + 1
  const number = (round.number - 1) * locks.length + part
  return { ...round, number, seed: round.seed + part, mark: `${round.mark}-${part}` }
}

type Options = {
  clients: Clients
  console: ConsoleSession
  /** Sends one write that needs the lock, without retries. */
  write: () => Promise<CallResult>
  /** Milliseconds for which the lock is held. */
  holdTime: number
}

/**
 * Holds the lock, and returns the answer to the write, the clients' journal, and the time of their recovery.
 */
async function holdLock({ clients, console, write, holdTime }: Options, round: Round, lock: Lock) {
  clients.start(round)
  // The limit of the answers is that of a warm API.
  await clients.awaitWrites(500)
  await acquireLock(console, lock)
  const [answer] = await Promise.all([write().catch(() => null), wait(holdTime)])
  await console.run('rollback')
  const freed = performance.now()
  await clients.awaitWrites(50)
  const recovery = performance.now() - freed
  return { answer, recovery, journal: await clients.finish() }
}

/** A request that cannot be served has its 503 within this time, plus the lateness of the machine. */
const answerLimit = 3_000
/** A minute in the long form; in the short form longer than any request may wait. */
const holdTimes = { long: 60_000, short: 3_300 }

/** A console session holds a lock that every write needs, and the waiting requests fill the pool. */
export const locksAndPool: Fault = {
  name: 'locks-and-pool',
  // A round of the long form holds each of the locks.
  rounds: { short: 0, long: 1 },
  async open(context) {
    const shop = await context.openShop()
    const port = await freePort()
    const api = await startApi(context, shop, { env: { METRICS_PORT: String(port) } })
    const { origin, headers } = api
    const clients = await startClients(context, shop, { origins: [origin], headers })
    const console = await openConsoleSession(shop.url)
    context.onEnd(console.close)
    const watch = await openLatenessWatch(context, api)
    const judge = createJudge(shop)
    const metrics = `http://127.0.0.1:${port}/metrics`
    const readNow = () => readFootprint({ shop, metrics, pid: api.pid() })
    const write = () =>
      call(`${origin}${apiRoot}/sales/bulk`, { method: 'DELETE', headers, body: { ids: [1] } })
    const holdTime = holdTimes[context.long ? 'long' : 'short']
    const before = await readNow()

    async function play(round: Round, lock: Lock): Promise<Findings> {
      context.progress(`holding ${lock}`)
      const { result, livez, ...machine } = await watch(() =>
        holdLock({ clients, console, write, holdTime }, round, lock),
      )
      const { answer, recovery, journal } = result
      // While clients and API share few processors, the idle process alone measures too little.
      const lateness = Math.min(Math.max(machine.lateness, machine.processorWait), maxExcuse)
      const brokenPromises: string[] = []
      const isRefused = answer?.status === 503 && Number(answer.headers.get('retry-after')) > 0
      if (!isRefused) {
        const status = answer?.status ?? 'nothing'
        brokenPromises.push(`while ${lock} were locked, a write was answered with ${status}`)
      }
      const longest = Math.max(answer?.took ?? 0, journal.longestWait, livez)
      const waited = `while ${lock} were locked, a request waited ${Math.round(longest)} ms`
      if (longest > answerLimit + lateness) brokenPromises.push(waited)
      const isExcused = longest > answerLimit && longest <= answerLimit + lateness
      const excuse = `${waited}, on a machine that was ${Math.round(lateness)} ms late.`
      const found = judgeLongestWrite(await judge(journal, round), journal, { away: holdTime })
      const isReleased = async () => describeLeaks(before, await readNow()).length === 0
      await waitUntil('everything is released', isReleased).catch(() => {})
      brokenPromises.push(...describeLeaks(before, await readNow()))
      return {
        ...found,
        brokenPromises: [...found.brokenPromises, ...brokenPromises],
        longest: {
          ...found.longest,
          'longest /livez': livez,
          'lateness of the machine': lateness,
          'slowest recovery after the lock': recovery,
        },
        remarks: isExcused ? [excuse] : [],
      }
    }

    return async (round) => {
      const drawn = locks[round.random.int(0, locks.length - 1)] ?? 'all products'
      const found: Findings[] = []
      for (const lock of context.long ? locks : [drawn]) {
        found.push(await play(createLockRound(round, lock), lock))
      }
      return sumFindings(found)
    }
  },
}
