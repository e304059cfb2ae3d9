import type { Browser, Page } from '@playwright/test'
import type { Bench, Bound, Measure, Outcome } from '#src/bench'
import { measureOncePerRun } from '#src/rounds'
import { countWithIcons, recordRequests, scriptSize } from './page-requests'
import { firstRow } from './product-list'
import { signIn } from './sign-in'
import { openWebShop, visit } from './web-shop'

type Journey = {
  name: string
  url: string
  token?: string
  act: (page: Page) => Promise<void>
  /** Only shown, because the dashboard is no list. */
  isUnjudged?: boolean
}

type FirstList = { journey: Journey; requests: number; kilobytes: number }

const measureOnce = measureOncePerRun(measureJourneys)

/** Counts what a page loads before the first row of a list is visible; the most expensive journey counts. */
async function countFirstList(bench: Bench, figure: 'requests' | 'kilobytes'): Promise<Outcome> {
  const found = await measureOnce(bench)
  const judged = found.filter(({ journey }) => !journey.isUnjudged)
  return {
    rounds: [Math.max(...judged.map((measured) => measured[figure]))],
    shown: found.map(({ journey, requests, kilobytes }) => {
      return `${journey.name}: ${requests} requests, ${kilobytes.toFixed(1)} kB of script`
    }),
  }
}

async function measureJourneys(bench: Bench): Promise<FirstList[]> {
  const { stockie, browser } = await openWebShop(bench, 'e2e')
  const list = `${stockie.origin}/product`
  const login = `${stockie.origin}/auth/login`
  const journeys: Journey[] = [
    { name: 'signed in', url: list, token: stockie.token, act: async () => {} },
    { name: 'signing in on the way', url: list, act: signIn },
    {
      name: 'signing in, to the table of the dashboard',
      url: login,
      act: signIn,
      isUnjudged: true,
    },
  ]
  const found: FirstList[] = []
  for (const journey of journeys) found.push(await measureJourney(browser, journey))
  return found
}

function measureJourney(browser: Browser, journey: Journey): Promise<FirstList> {
  const { url, token, act } = journey
  return visit(browser, { url, ...(token && { token }) }, async (page, open) => {
    const recorded = await recordRequests(page)
    await open()
    await act(page)
    const moment = await firstRow(page)
    // The type of a request is known only after its response, so wait for responses that are still pending.
    await page.waitForTimeout(1_000)
    const requests = recorded().filter(({ began }) => began <= moment)
    const [count, size] = [await countWithIcons(page, requests), await scriptSize(page, requests)]
    return { journey, requests: count, kilobytes: size / 1000 }
  })
}

const row = (id: string, name: string, goal: Bound, moonshot: Bound) => {
  return { id, name, anchor: 'a count', goal, moonshot }
}

/** W4: requests and script until the first list is usable. */
export const firstList: Measure[] = [
  {
    row: row('W4-requests', 'requests to the first usable list', { atMost: 5 }, { atMost: 5 }),
    run: (bench) => countFirstList(bench, 'requests'),
  },
  {
    row: row('W4-script', 'script before the first list, kB', { atMost: 140 }, { atMost: 140 }),
    run: (bench) => countFirstList(bench, 'kilobytes'),
  },
]
