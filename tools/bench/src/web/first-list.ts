import type { Browser, Page } from '@playwright/test'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'
import type { Bench, Bound, Measure, Outcome } from '#src/bench'
import { measureOncePerRun } from '#src/rounds'
import { recordRequests, scriptSize } from './page-requests'
import { firstRow } from './product-list'
import { openWebShop, visit } from './web-shop'

type Way = {
  name: string
  url: string
  token?: string
  act: (page: Page) => Promise<void>
  /** Shown, but no list: it is judged by nobody. */
  isBeside?: boolean
}

type FirstList = { way: Way; requests: number; kilobytes: number }

const findOnce = measureOncePerRun(findWays)

/**
 * What is asked for before the first row of a list can be seen, whoever asks: of all the ways to it the
 * most counts.
 */
async function findFirstList(bench: Bench, figure: 'requests' | 'kilobytes'): Promise<Outcome> {
  const found = await findOnce(bench)
  const judged = found.filter(({ way }) => !way.isBeside)
  return {
    rounds: [Math.max(...judged.map((one) => one[figure]))],
    shown: found.map(({ way, requests, kilobytes }) => {
      return `${way.name}: ${requests} requests, ${kilobytes.toFixed(1)} kB of script`
    }),
  }
}

async function findWays(bench: Bench): Promise<FirstList[]> {
  const { stockie, browser } = await openWebShop(bench, 'e2e')
  const list = `${stockie.origin}/product`
  const login = `${stockie.origin}/auth/login`
  const ways: Way[] = [
    { name: 'signed in', url: list, token: stockie.token, act: async () => {} },
    { name: 'signing in on the way', url: list, act: signIn },
    { name: 'signing in, to the table of the dashboard', url: login, act: signIn, isBeside: true },
  ]
  const found: FirstList[] = []
  for (const way of ways) found.push(await take(browser, way))
  return found
}

function take(browser: Browser, way: Way): Promise<FirstList> {
  const { url, token, act } = way
  return visit(browser, { url, ...(token && { token }) }, async (page, open) => {
    const recorded = await recordRequests(page)
    await open()
    await act(page)
    const moment = await firstRow(page)
    // What was asked for by then may not have come yet, and nobody knows what it is.
    await page.waitForTimeout(1_000)
    const asked = recorded().filter(({ began }) => began <= moment)
    // The icon, which a browser without windows does not ask for.
    const icon = await page.locator('link[rel="icon"][href^="/"]').count()
    const size = await scriptSize(page, asked)
    return { way, requests: asked.length + icon, kilobytes: size / 1000 }
  })
}

async function signIn(page: Page) {
  await page.getByLabel('Email').pressSequentially(seedAccounts[0]?.email ?? '', { delay: 30 })
  const password = page.getByLabel('Password', { exact: true })
  await password.pressSequentially(seedPassword, { delay: 30 })
  await page.getByRole('button', { name: 'Login' }).click()
}

const row = (id: string, name: string, goal: Bound, moonshot: Bound) => {
  return { id, name, anchor: 'a count', goal, moonshot }
}

/** W4: how much stands between a person and the first list. */
export const firstList: Measure[] = [
  {
    row: row('W4-requests', 'requests to the first usable list', { atMost: 8 }, { atMost: 5 }),
    run: (bench) => findFirstList(bench, 'requests'),
  },
  {
    row: row('W4-script', 'script before the first list, kB', { atMost: 200 }, { atMost: 160 }),
    run: (bench) => findFirstList(bench, 'kilobytes'),
  },
]
