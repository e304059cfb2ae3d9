import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { until } from '@stockie/testkit/polling'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { startApi } from '#src/api-process'
import { readGoods } from '#src/clients/clients'
import { createJournal } from '#src/clients/journal'
import type { Fault } from '#src/fault'
import { createJudge } from '#src/judge/judge'
import { momentsOf, playMoment } from './clock-moments'

type Clock = {
  /** What makes a Node program's clock this one. */
  env: Record<string, string>
  /** Sets the clock of that process, wherever it stands. */
  set: (pid: number, instant: number) => Promise<void>
}

function openClock(folder: string, name: string): Clock {
  const file = path.join(folder, `clock-${name}`)
  const module = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs'))
  module.searchParams.set('file', file)
  return {
    env: { NODE_OPTIONS: `--import ${module.href}` },
    set: async (pid, instant) => {
      await writeFile(file, String(instant))
      process.kill(pid, 'SIGUSR2')
      await until('the clock is set', async () => !existsSync(file))
    },
  }
}

/** Far from each other: the first and the last to see a day, halves of hours, and both kinds of summer. */
const zones = [
  'Pacific/Kiritimati',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/New_York',
  'Pacific/Honolulu',
  'Pacific/Apia',
  'UTC',
]
const few = 2

/**
 * The clock of the API is set while it serves: by an hour, over midnights, into both nights of daylight saving.
 * An expense's day is told by it. A document's day is what was picked, so that no clock has a say in it; the
 * database's own, which notes when a document was recorded, is not set: nothing shows a day of it.
 */
export const clocks: Fault = {
  name: 'clocks',
  rounds: { short: 1, long: 1 },
  async open(ground) {
    const shop = await ground.openShop()
    const goods = await readGoods(shop, 50)
    const [category] = await shop.query<{ id: number }>(
      'select min(id) as id from expense_categories',
    )
    const judge = createJudge(shop)
    const all = zones.flatMap((server) => zones.map((store) => ({ server, store })))

    return async (round) => {
      const { random } = round
      const journal = createJournal()
      const unkept: string[] = []
      const chosen = ground.long
        ? all
        : Array.from({ length: few }, () => all[random.int(0, all.length - 1)])
      for (const [index, pair] of chosen.entries()) {
        if (!pair) continue
        const { server, store } = pair
        const far = zones[random.int(0, zones.length - 1)] ?? 'UTC'
        ground.progress(`a server in ${server}, a store in ${store}, a database in ${far}`)
        await setZone(shop, far)
        const clock = openClock(ground.folder, `${round.number}-${index}`)
        const env = { ...clock.env, TZ: server, STORE_TIME_ZONE: store, JWT_TTL: '9999d' }
        const api = await startApi(ground, shop, { env })
        const options = { api, goods, random, expenseCategoryId: category?.id ?? 0 }
        for (const [number, at] of momentsOf(store, random).entries()) {
          await clock.set(api.pid(), at)
          const browser = zones[random.int(0, zones.length - 1)] ?? store
          const mark = `${round.mark}-${index}-${number}`
          const played = await playMoment(options, { at, zones: { store, browser }, mark })
          unkept.push(...played.unkept)
          journal.documents.push(...played.documents)
        }
        await api.end('SIGTERM')
      }
      journal.acknowledged = journal.documents.filter(({ answer }) => answer !== null).length
      const found = await judge(journal, round)
      return { ...found, unkept: [...found.unkept, ...unkept], longest: {} }
    }
  },
}

/** What the sessions of its database begin with from now on. */
async function setZone({ url, query }: ShopDatabase, zone: string): Promise<void> {
  await query(`alter database ${new URL(url).pathname.slice(1)} set timezone to '${zone}'`)
}
