import type { Browser, Request } from '@playwright/test'
import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { fetchBare, recordAnswer, type SentRequest, serveBytes } from './bare-fetch'
import { firstRow } from './product-list'
import { signIn } from './sign-in'
import { emulateSlowPhone } from './slow-devices'
import { openWebShop, visit } from './web-shop'

const slowdown = 6

type Login = { time: number; needed: SentRequest[] }

/** W10: what the web app adds to the network between the login and a long list. */
export const phoneList: Measure = {
  row: {
    id: 'W10',
    name: `click on Login to the first of 10,000 products, CPU ${slowdown} x slower, slow 4G`,
    anchor: 'bare fetches of the same bytes: the login, then all others at once',
    goal: { atMost: 1.3 },
    moonshot: { atMost: 1.1 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, '100k')
    const bytes = await serveBytes(bench)
    const list = `${stockie.origin}/product`
    bench.progress('recording the bytes of the list')
    const { needed } = await measureLogin(browser, list)
    const found = await inRounds(bench, {
      stockie: async () => (await measureLogin(browser, list)).time,
      anchor: () => measureFetches(browser, bytes.origin, needed),
    })
    const size = needed.reduce((sum, request) => sum + request.size, 0)
    return {
      rounds: ratios(found.stockie, found.anchor),
      noisy: isUnsteady(found.anchor),
      shown: [
        `${median(found.stockie).toFixed(0)} ms to the first row, ${median(found.anchor).toFixed(0)} ms of bare fetches`,
        `${needed.length} requests, ${(size / 1000).toFixed(1)} kB received`,
      ],
    }
  },
}

/** Signs in on the way to a list, once the login page has loaded. */
function measureLogin(browser: Browser, url: string): Promise<Login> {
  return visit(browser, { url, isPhone: true }, async (page, open) => {
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await emulateSlowPhone(page, slowdown)
    await open()
    await page.waitForLoadState('networkidle')
    await signIn(page)
    const shownAt = await firstRow(page)
    const clickedAt = await page.evaluate(() => bench.loading.click)
    const needed = requests.filter((request) => {
      const { startTime, responseEnd } = request.timing()
      return startTime >= clickedAt && responseEnd >= 0 && startTime + responseEnd <= shownAt
    })
    return { time: shownAt - clickedAt, needed: await recordAnswers(needed) }
  })
}

async function recordAnswers(requests: Request[]): Promise<SentRequest[]> {
  const responses = await Promise.all(requests.map((request) => request.response()))
  const answered = responses.filter((response) => response !== null)
  return Promise.all(answered.map(recordAnswer))
}

function measureFetches(browser: Browser, origin: string, needed: SentRequest[]): Promise<number> {
  return visit(browser, { url: `${origin}/`, isPhone: true }, async (page, open) => {
    await emulateSlowPhone(page, slowdown)
    await open()
    await page.waitForLoadState('networkidle')
    const [login, ...others] = needed
    if (!login || login.method !== 'POST') throw new Error('The first request was not the login.')
    // No list can be asked for before the login has been answered.
    return fetchBare(page, origin, [[login], others])
  })
}
