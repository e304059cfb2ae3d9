import type { Bench, Outcome } from '#src/bench'
import { isUnsteady, median, ratios } from '#src/scoring'
import { productList, type ProductList } from './product-list'
import { visit, type WebShop } from './web-shop'

/** Times of several tries, in milliseconds. */
type Act = (list: ProductList) => Promise<number[]>

const nextPages = 7
/** How long somebody looks at a list before doing anything with it. */
const look = 5_000

/** What is done to a list against turning its page, on one and the same page; each round opens it afresh. */
export async function listOutcome(
  bench: Bench,
  { stockie, browser }: WebShop,
  act: Act,
): Promise<Outcome> {
  const url = `${stockie.origin}/product`
  const times = { act: [] as number[], next: [] as number[] }
  for (let round = 1; round <= bench.rounds; round += 1) {
    bench.progress(`round ${round} of ${bench.rounds}`)
    await visit(browser, { url, token: stockie.token }, async (page, open) => {
      const list = productList(page)
      await open()
      await list.settle(look)
      const sides = [
        async () => times.act.push(median(await act(list))),
        async () => times.next.push(median(await turnPages(list))),
      ]
      for (const side of round % 2 ? sides : sides.toReversed()) await side()
    })
  }
  return {
    rounds: ratios(times.act, times.next),
    noisy: isUnsteady(times.next),
    shown: [`${show(times.act)}, next page ${show(times.next)}`],
  }
}

async function turnPages(list: ProductList): Promise<number[]> {
  const times: number[] = []
  for (let done = 0; done < nextPages; done += 1) times.push(await list.nextPage())
  return times
}

function show(times: number[]): string {
  const [middle, ...ends] = [median(times), Math.min(...times), Math.max(...times)]
  return `${middle.toFixed(0)} ms (${ends.map((end) => end.toFixed(0)).join('–')})`
}
