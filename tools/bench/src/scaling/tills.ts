import { fork } from 'node:child_process'
import path from 'node:path'
import { seedAccounts } from '@stockie/prisma/seed'
import { signIn, type Stockie } from '@stockie/testkit/stockie-server'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Bench } from '#src/bench'
import { postgresCpu } from '#src/postgres-cpu'
import { today } from '#src/writes/sale-requests'
import type { TillMessage, TillPlan, TillResult } from './till-plan'

export type TillFigures = TillResult & {
  tills: number
  /** Milliseconds of CPU time in the measured time. */
  node: number
  postgres: number
}

/** A shop with several APIs. */
export type RunningShop = { apis: readonly Stockie[]; shop: ShopDatabase }

type Level = { tills: number; secondsBetweenSales: number; products: number }

/** Lets tills sell for a while. Fails if the database does not have exactly the sales that were confirmed. */
export async function runTills(
  bench: Bench,
  { apis, shop }: RunningShop,
  level: Level,
): Promise<TillFigures> {
  const before = await countSales(shop)
  const [first] = apis
  if (!first) throw new Error('Tills need an API.')
  const sellers = seedAccounts.slice(0, 3)
  const plan: TillPlan = {
    ...level,
    origins: apis.map(({ origin }) => origin),
    tokens: await Promise.all(sellers.map(({ email }) => signIn(first.origin, email))),
    warmUpSeconds: bench.quick ? 8 : 15,
    seconds: bench.quick ? 10 : 40,
    customers: 5_000,
    day: today,
  }
  const readCpu = async () => {
    const node = await Promise.all(apis.map(({ cpu }) => cpu()))
    return { node: node.reduce((sum, time) => sum + time, 0), postgres: await postgresCpu(bench) }
  }
  const { result, atBegin, atEnd } = await playTills(bench, plan, readCpu)
  const added = (await countSales(shop)) - before
  const { recorded, uncertain } = result
  if (added < recorded || added > recorded + uncertain)
    throw new Error(`${recorded} sales were confirmed, and ${added} are there.`)
  return {
    ...result,
    tills: level.tills,
    node: atEnd.node - atBegin.node,
    postgres: atEnd.postgres - atBegin.postgres,
  }
}

async function countSales({ query }: ShopDatabase): Promise<number> {
  const [row] = await query<{ count: number }>('select count(*)::int as count from sales')
  return row?.count ?? 0
}

async function playTills<Cpu>(
  bench: Pick<Bench, 'onEnd'>,
  plan: TillPlan,
  readCpu: () => Promise<Cpu>,
): Promise<{ result: TillResult; atBegin: Cpu; atEnd: Cpu }> {
  const program = path.join(import.meta.dirname, 'till-process.ts')
  const child = fork(program, {
    execArgv: ['--import', import.meta.resolve('tsx')],
    // JSON would turn the times of a level without sales into null.
    serialization: 'advanced',
  })
  bench.onEnd(() => void child.kill('SIGKILL'))
  child.send(plan)
  return new Promise((resolve, reject) => {
    const readings: Promise<Cpu>[] = []
    const onExit = () => reject(new Error('The tills ended unexpectedly.'))
    child.on('message', (message: TillMessage) => {
      if ('event' in message) {
        readings.push(readCpu())
        return
      }
      child.off('exit', onExit)
      child.disconnect()
      if ('failure' in message) reject(new Error(`The tills failed: ${message.failure}`))
      else {
        const finish = ([atBegin, atEnd]: Cpu[]) => {
          if (atBegin === undefined || atEnd === undefined)
            throw new Error('The tills ended too early.')
          resolve({ result: message.result, atBegin, atEnd })
        }
        Promise.all(readings).then(finish).catch(reject)
      }
    })
    child.once('error', reject)
    child.once('exit', onExit)
  })
}
