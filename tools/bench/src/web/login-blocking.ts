import type { Browser, Page } from '@playwright/test'
import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { median, ratios } from '#src/scoring'
import { buildAnchor, serveAnchor } from './anchor-pages'
import { openWebShop, visit } from './web-shop'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds of processor. */
  tdur?: number
  args: { name?: string }
}

const categories = ['__metadata', 'disabled-by-default-devtools.timeline']

/** Milliseconds of processor of every task on the page's main thread, while something is done. */
async function taskTimes(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories })
  await act()
  const trace = await browser.stopTracing()
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  )
  return traceEvents
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000)
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`
}

type Busy = { blocked: number; total: number }

const slower = 4
/** Of a task, in milliseconds: what nobody notices. */
const unnoticed = 50
/** In milliseconds of all visits of a round: an anchor that blocks less than that says nothing. */
const least = 20
const visits = 5

/**
 * W3: how long the first page does not hear anybody. It is reckoned from the processor that each task
 * takes, four times, so that what else the machine does has no part in it.
 */
export const loginBlocking: Measure = {
  row: {
    id: 'W3',
    name: 'blocking time from navigation, login, CPU 4 x slower',
    anchor: 'the empty React page',
    goal: { atMost: 3 },
    moonshot: { atMost: 1.5 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, 'e2e')
    const anchor = await serveAnchor(bench, 'react', await buildAnchor(bench, 'react'))
    const found = await inRounds(bench, {
      stockie: () => several(browser, `${stockie.origin}/auth/login`),
      anchor: () => several(browser, `${anchor.origin}/`),
    })
    const of = (side: Busy[], name: keyof Busy) => side.map((round) => round[name])
    const busy = median(ratios(of(found.stockie, 'total'), of(found.anchor, 'total')))
    return {
      rounds: ratios(of(found.stockie, 'blocked'), of(found.anchor, 'blocked')),
      noisy: found.anchor.some(({ blocked }) => blocked < least),
      shown: [
        ...Object.entries(found).map(([name, side]) => {
          const [blocked, total] = [median(of(side, 'blocked')), median(of(side, 'total'))]
          return `${name} ${(blocked / visits).toFixed(0)} ms blocked of ${(total / visits).toFixed(0)} ms busy`
        }),
        `all that it was busy: x ${busy.toFixed(2)}`,
      ],
    }
  },
}

async function several(browser: Browser, url: string): Promise<Busy> {
  const sum: Busy = { blocked: 0, total: 0 }
  for (let done = 0; done < visits; done += 1) {
    for (const time of await loadingTasks(browser, url)) {
      sum.blocked += Math.max(0, time * slower - unnoticed)
      sum.total += time * slower
    }
  }
  return sum
}

function loadingTasks(browser: Browser, url: string): Promise<number[]> {
  return visit(browser, { url }, (page, open) =>
    taskTimes(browser, page, async () => {
      await open()
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(500)
    }),
  )
}
