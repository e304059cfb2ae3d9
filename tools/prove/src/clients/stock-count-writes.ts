import {
  apiRoot,
  idempotencyKeyHeader,
  type StockCount,
  stockCounts,
  type StockCountLine,
} from '@stockie/contracts'
import { type Client, pick, refusalError } from './client-writes'
import type { CountedNumber, StockCountEntry } from './journal'

type Measure = <Result>(write: () => Promise<Result>) => Promise<Result>
type CountCall = { client: Client; entry: StockCountEntry; measure: Measure }

const path = `${apiRoot}/${stockCounts.path}`

/** Counts a few products that all clients sell: starts, enters numbers, finishes, posts, and undoes every third count. */
export async function countStock(client: Client, mark: string, measure: Measure): Promise<void> {
  const { random, goods, journal } = client
  const products = Array.from({ length: 3 }, () => pick(random, goods.products))
  const entry: StockCountEntry = {
    mark,
    sent: { name: mark, productIds: [...new Set(products)] },
    id: null,
    numbers: [],
    state: null,
    posted: null,
  }
  journal.stockCounts.push(entry)
  const call = { client, entry, measure }
  await start(call)
  for (let left = random.int(3, 5); left > 0; left -= 1) await enter(call, pick(random, products))
  await take(call, 'finish')
  await take(call, 'post')
  if (random.int(0, 2) === 0) await take(call, 'undo')
}

async function start({ client, entry, measure }: CountCall): Promise<void> {
  const { connection, journal, headers } = client
  const answer = await measure(() =>
    connection.requestUntilAnswered({
      method: 'POST',
      path,
      headers: { ...headers, [idempotencyKeyHeader]: entry.mark },
      body: { ...entry.sent, blind: false },
    }),
  )
  if (answer.status !== 201) throw refusalError('POST a stock count', answer)
  entry.id = (answer.body as StockCount).id
  entry.state = 'open'
  journal.acknowledged += 1
}

async function enter({ client, entry, measure }: CountCall, productId: number): Promise<void> {
  const { connection, journal, headers, random } = client
  const mode = random.int(0, 2) === 0 ? 'add' : 'replace'
  const key = `${entry.mark}-${entry.numbers.length + 1}`
  const number: CountedNumber = {
    key,
    productId,
    counted: random.int(0, 300),
    mode,
    answered: null,
  }
  entry.numbers.push(number)
  const answer = await measure(() =>
    connection.requestUntilAnswered({
      method: 'PUT',
      path: `${path}/${entry.id}/products/${productId}`,
      headers: { ...headers, [idempotencyKeyHeader]: key },
      body: { counted: number.counted, mode },
    }),
  )
  if (answer.status !== 200) throw refusalError('PUT a counted number', answer)
  const { counted, entries } = answer.body as StockCountLine
  number.answered = { counted: counted ?? -1, entries }
  journal.acknowledged += 1
}

const states = { finish: 'finished', post: 'posted', undo: 'undone' } as const

async function take({ client, entry, measure }: CountCall, step: keyof typeof states) {
  const { connection, journal, headers } = client
  const before = entry.state
  entry.state = null
  const answer = await measure(() =>
    connection.requestUntilAnswered({
      method: 'POST',
      path: `${path}/${entry.id}/${step}`,
      headers,
    }),
  )
  // Another client has posted a count of one of the products since.
  if (step === 'undo' && answer.status === 409) {
    entry.state = before
    return
  }
  if (answer.status !== 200) throw refusalError(`To ${step} a stock count`, answer)
  entry.state = states[step]
  if (step === 'post') {
    const { differing, units, value } = answer.body as StockCount
    entry.posted = { differing, units, value }
  }
  journal.acknowledged += 1
}
