import type { Page } from '@playwright/test'
import { apiRoot } from '@stockie/contracts'
import type { Measure } from '#src/bench'
import { isUnsteady, median, ratios } from '#src/scoring'
import { fetchBare, recordAnswer, type SentRequest, serveBytes } from './bare-fetch'
import { emulateSlow4G } from './slow-devices'
import { openWebShop, visit } from './web-shop'

const sentence = 'Sales created successfully.'
const triesPerRound = 3

/** W9: what the web app and the server add to the network when a user records a sale. */
export const saleSubmit: Measure = {
  row: {
    id: 'W9',
    name: 'click on Submit of Create Sales to the painted success, slow 4G',
    anchor: 'a bare fetch of the same bytes, same page',
    goal: { atMost: 1.15 },
    moonshot: { atMost: 1.05 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, '100k')
    const bytes = await serveBytes(bench)
    const [saleTimes, fetchTimes]: [number[], number[]] = [[], []]
    const onPage = <Result>(measure: (page: Page) => Promise<Result>) => {
      // The Content Security Policy of the page would refuse the anchor's origin.
      const options = {
        url: `${stockie.origin}/sales/create`,
        token: stockie.token,
        bypassCSP: true,
      }
      return visit(browser, options, async (page, open) => {
        await emulateSlow4G(page)
        await open()
        return measure(page)
      })
    }

    bench.progress('recording the bytes of a sale')
    const sent = await onPage(recordSale)
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`)
      await onPage(async (page) => {
        // The first of each prepares the page or the connection, and does not count.
        await submitSale(page)
        await fetchBare(page, bytes.origin, [[sent]])
        const sides = [
          async () => saleTimes.push(await medianOf(() => submitSale(page))),
          async () =>
            fetchTimes.push(await medianOf(() => fetchBare(page, bytes.origin, [[sent]]))),
        ]
        for (const side of round % 2 ? sides : sides.toReversed()) await side()
      })
    }
    return {
      rounds: ratios(saleTimes, fetchTimes),
      noisy: isUnsteady(fetchTimes),
      shown: [
        `${median(saleTimes).toFixed(0)} ms to the success, ${median(fetchTimes).toFixed(0)} ms of a bare fetch`,
        `${sent.body?.length} bytes sent and ${sent.size} received`,
      ],
    }
  },
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let done = 0; done < triesPerRound; done += 1) times.push(await measure())
  return median(times)
}

/** Returns what a sale sends and receives. */
async function recordSale(page: Page): Promise<SentRequest> {
  const answer = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith(`${apiRoot}/sales`),
  )
  const [response] = await Promise.all([answer, submitSale(page)])
  return recordAnswer(response)
}

/** Fills in a sale, and returns the milliseconds from the click on Submit. */
async function submitSale(page: Page): Promise<number> {
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option').first().click()
  await main.getByPlaceholder('Search products by name or category...').fill('a')
  await page.getByRole('option').first().click()
  const submit = main.getByRole('button', { name: 'Submit' })
  await submit.hover()
  await page.evaluate((text) => {
    bench.pending = bench.timeToText('click', text)
  }, sentence)
  await submit.click()
  const time = await page.evaluate(() => bench.pending ?? 0)
  // Until then the lists are up to date again, so nothing else uses the network.
  await page.getByText(sentence).waitFor({ state: 'detached' })
  return time
}
