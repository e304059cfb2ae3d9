import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { waitUntil } from '@stockie/testkit/polling'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { startApi } from '#src/api-process'
import { readGoods } from '#src/clients/clients'
import { createJournal } from '#src/clients/journal'
import type { Fault } from '#src/fault'
import { createJudge } from '#src/judge/judge'
import { listMoments, playMoment } from './clock-moments'

type Clock = {
  /** Environment that loads the clock into a Node program. */
  env: Record<string, string>
  /** Sets the clock of that process, forward or back. */
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
      await waitUntil('the clock is set', async () => !existsSync(file))
    },
  }
}

/** The first and the last zone to begin a day, half-hour offsets, and the summers of both hemispheres. */
const zones = [
  'Pacific/Kiritimati',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/New_York',
  'Pacific/Honolulu',
  'Pacific/Apia',
  'UTC',
]
const shortPairs = 2

/**
 * Sets the clock of the API while it serves: by an hour, over midnights, into both nights of daylight saving.
 * The clock decides the day of an expense. The day of a document is picked by the user, so no clock may
 * change it. PostgreSQL's clock stays: it only records when a document was entered, and no screen shows that
 * day.
 */
export const clocks: Fault = {
  name: 'clocks',
  rounds: { short: 0, long: 1 },
  async open(context) {
    const shop = await context.openShop()
    const goods = await readGoods(shop, 50)
    const [category] = await shop.query<{ id: number }>(
      'select min(id) as id from expense_categories',
    )
    const judge = createJudge(shop)
    const all = zones.flatMap((server) => zones.map((store) => ({ server, store })))

    return async (round) => {
      const { random } = round
      const journal = createJournal()
      const brokenPromises: string[] = []
      const chosen = context.long
        ? all
        : Array.from({ length: shortPairs }, () => all[random.int(0, all.length - 1)])
      for (const [index, pair] of chosen.entries()) {
        if (!pair) continue
        const { server, store } = pair
        const databaseZone = zones[random.int(0, zones.length - 1)] ?? 'UTC'
        context.progress(
          `a server in ${server}, a store in ${store}, a database in ${databaseZone}`,
        )
        await setDatabaseZone(shop, databaseZone)
        const clock = openClock(context.folder, `${round.number}-${index}`)
        const env = { ...clock.env, TZ: server, STORE_TIME_ZONE: store, JWT_TTL: '9999d' }
        const api = await startApi(context, shop, { env })
        const options = { api, goods, random, expenseCategoryId: category?.id ?? 0 }
        for (const [number, at] of listMoments(store, random).entries()) {
          await clock.set(api.pid(), at)
          const browser = zones[random.int(0, zones.length - 1)] ?? store
          const mark = `${round.mark}-${index}-${number}`
          const played = await playMoment(options, { at, zones: { store, browser }, mark })
          brokenPromises.push(...played.brokenPromises)
          journal.documents.push(...played.documents)
        }
        await api.end('SIGTERM')
      }
      journal.acknowledged = journal.documents.filter(({ answer }) => answer !== null).length
      const found = await judge(journal, round)
      return { ...found, brokenPromises: [...found.brokenPromises, ...brokenPromises], longest: {} }
    }
  },
}

/** Sets the time zone of new database sessions. */
async function setDatabaseZone({ url, query }: ShopDatabase, zone: string): Promise<void> {
  await query(`alter database ${new URL(url).pathname.slice(1)} set timezone to '${zone}'`)
}
