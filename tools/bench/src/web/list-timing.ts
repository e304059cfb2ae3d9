import type { Bench, Outcome } from '#src/bench'
import { isUnsteady, median, ratios } from '#src/scoring'
import { productList, type ProductList } from './product-list'
import { visit, type WebShop } from './web-shop'

/** Returns the times of several tries, in milliseconds. */
type Action = (list: ProductList) => Promise<number[]>

const nextPages = 7
/** Time in which a user looks at the list before the first action. */
const settleTime = 5_000

/** Compares an action on a list with turning its page, in the same tab; each round opens a new one. */
export async function compareWithNextPage(
  bench: Bench,
  { stockie, browser }: WebShop,
  action: Action,
): Promise<Outcome> {
  const url = `${stockie.origin}/product`
  const times = { action: [] as number[], next: [] as number[] }
  for (let round = 1; round <= bench.rounds; round += 1) {
    bench.progress(`round ${round} of ${bench.rounds}`)
    await visit(browser, { url, token: stockie.token }, async (page, open) => {
      const list = productList(page)
      await open()
      await list.settle(settleTime)
      const sides = [
        async () => times.action.push(median(await action(list))),
        async () => times.next.push(median(await turnPages(list))),
      ]
      for (const side of round % 2 ? sides : sides.toReversed()) await side()
    })
  }
  return {
    rounds: ratios(times.action, times.next),
    noisy: isUnsteady(times.next),
    shown: [`${formatTimes(times.action)}, next page ${formatTimes(times.next)}`],
  }
}

async function turnPages(list: ProductList): Promise<number[]> {
  const times: number[] = []
  for (let done = 0; done < nextPages; done += 1) times.push(await list.nextPage())
  return times
}

function formatTimes(times: number[]): string {
  const [middle, ...ends] = [median(times), Math.min(...times), Math.max(...times)]
  return `${middle.toFixed(0)} ms (${ends.map((end) => end.toFixed(0)).join('–')})`
}
