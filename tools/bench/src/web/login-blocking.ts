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
  /** Microseconds of CPU time. */
  tdur?: number
  args: { name?: string; data?: { processId?: number } }
}

const categories = ['__metadata', 'disabled-by-default-devtools.timeline']

/** Milliseconds of CPU time of every task on the page's main thread during an action. */
async function measureTasks(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories })
  await act()
  const trace = await browser.stopTracing()
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  // Debian's Chromium also renders pages of its own, in another process.
  const committed = traceEvents.findLast(({ name }) => name === 'FrameCommittedInBrowser')
  const main = traceEvents.find(
    ({ name, args, pid }) =>
      name === 'thread_name' &&
      args.name === 'CrRendererMain' &&
      pid === committed?.args.data?.processId,
  )
  if (!main) throw new Error('The trace does not name the main thread of the page.')
  return traceEvents
    .filter(({ pid, tid }) => pid === main.pid && tid === main.tid)
    .filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
    .map(({ tdur = 0 }) => tdur / 1000)
}

type Busy = { blocked: number; total: number }

const slowdown = 4
/** Milliseconds: a shorter task does not count as blocking. */
const blockingThreshold = 50
/** Milliseconds in all visits of a round: if the anchor blocks less, the ratio proves nothing. */
const minBlocked = 20
const visits = 5

/**
 * W3: how long the first page blocks input. Calculated as four times the CPU time of each task, so that other
 * load on the machine does not count.
 */
export const loginBlocking: Measure = {
  row: {
    id: 'W3',
    name: 'blocking time from navigation, login, CPU 4 x slower',
    anchor: 'the empty React page',
    goal: { atMost: 1.3 },
    moonshot: { atMost: 1.3 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, 'e2e')
    const anchor = await serveAnchor(bench, 'react', await buildAnchor(bench, 'react'))
    const found = await inRounds(bench, {
      stockie: () => measureVisits(browser, `${stockie.origin}/auth/login`),
      anchor: () => measureVisits(browser, `${anchor.origin}/`),
    })
    const figuresOf = (side: Busy[], name: keyof Busy) => side.map((round) => round[name])
    const busy = median(ratios(figuresOf(found.stockie, 'total'), figuresOf(found.anchor, 'total')))
    return {
      rounds: ratios(figuresOf(found.stockie, 'blocked'), figuresOf(found.anchor, 'blocked')),
      noisy: found.anchor.some(({ blocked }) => blocked < minBlocked),
      shown: [
        ...Object.entries(found).map(([name, side]) => {
          const [blocked, total] = [
            median(figuresOf(side, 'blocked')),
            median(figuresOf(side, 'total')),
          ]
          return `${name} ${(blocked / visits).toFixed(0)} ms blocked of ${(total / visits).toFixed(0)} ms busy`
        }),
        `ratio of the whole busy time: x ${busy.toFixed(2)}`,
      ],
    }
  },
}

async function measureVisits(browser: Browser, url: string): Promise<Busy> {
  const sum: Busy = { blocked: 0, total: 0 }
  for (let visited = 0; visited < visits; visited += 1) {
    for (const time of await measureLoadingTasks(browser, url)) {
      sum.blocked += Math.max(0, time * slowdown - blockingThreshold)
      sum.total += time * slowdown
    }
  }
  return sum
}

function measureLoadingTasks(browser: Browser, url: string): Promise<number[]> {
  return visit(browser, { url }, (page, open) =>
    measureTasks(browser, page, async () => {
      await open()
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(500)
    }),
  )
}
