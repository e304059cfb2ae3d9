import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, parkedSales } from '@stockie/contracts'
import { withinAMinute } from '@stockie/testkit/polling'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { call, type CallResult } from '#src/api-call'
import { type Api, startApi } from '#src/api-process'
import type { Fault } from '#src/fault'
import { findBrokenInvariants } from '#src/judge/judge'

const salesPerRound = 40
const tills = [1, 2] as const
const maxTries = 5

/** Whether a till has resumed a sale. Otherwise the other till has. */
type Result = { id: number; key: string; isResumed: boolean }

function createTills({ origin, headers }: Api, { query }: ShopDatabase) {
  const address = `${origin}${apiRoot}/parked-sales`
  let answers = 0

  /** Sends a request until it is answered, as a till does after a lost answer. */
  async function send(url: string, key: string, body?: unknown): Promise<CallResult> {
    const sent = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body }
    for (;;) {
      const answer = await call(url, sent).catch(() => undefined)
      if (answer && answer.status < 500) return answer
      await wait(20)
    }
  }

  async function park(mark: string): Promise<number[]> {
    const [product] = await query<{ id: number; price: number }>(
      'select id, price from products where deleted_at is null order by id limit 1',
    )
    if (!product) throw new Error('The shop has no product.')
    const { id: productId, price } = product
    const saleDetails = [{ productId, price, quantity: 1, total: price }]
    const numbers = Array.from({ length: salesPerRound }, (_, place) => place)
    return Promise.all(
      numbers.map(async (number) => {
        const name = `${mark}-${number}`
        const { status, body, detail } = await send(address, name, {
          name,
          discount: 0,
          shippingFees: 0,
          saleDetails,
        })
        if (status !== 201) throw new Error(`Parking was answered with ${status}: ${detail}`)
        return parkedSales.row.parse(body).id
      }),
    )
  }

  async function resume(id: number, key: string): Promise<Result> {
    const { status, body, detail } = await send(`${address}/${id}/take`, key)
    answers += 1
    if (status !== 200 && status !== 409) throw new Error(`A till got ${status}: ${detail}`)
    return { id, key, isResumed: status === 200 && parkedSales.row.parse(body).id === id }
  }

  return { park, resume, answers: () => answers }
}

type Row = { id: number; taker: string | null; isParked: boolean }

const readRows = ({ query }: ShopDatabase, ids: readonly number[]) =>
  query<Row>(
    `select id, take_key as taker, taken_at is null and deleted_at is null as "isParked"
     from parked_sales where id = any($1)`,
    [ids],
  )

/** Kills the API while two tills resume the same parked sales at the same time. */
export const parkedSaleKilled: Fault = {
  name: 'parked-sale-killed',
  rounds: { short: 1, long: 40 },
  async open(context) {
    const shop = await context.openShop()
    const api = await startApi(context, shop)
    const client = createTills(api, shop)

    /** Returns null if the kill came before the first answer or after the last one. */
    async function playKill(mark: string, delay: number): Promise<Result[] | null> {
      const ids = await client.park(mark)
      const before = client.answers()
      const resuming = Promise.all(
        ids.flatMap((id) =>
          tills.map((till) => client.resume(id, `${mark}-till-${till}-of-${id}`)),
        ),
      )
      await wait(delay)
      await api.end('SIGKILL')
      const answered = client.answers() - before
      await api.start()
      const results = await withinAMinute('each till knows who has the sale', resuming)
      return answered > 0 && answered < results.length ? results : null
    }

    return async ({ mark, random }) => {
      for (let tries = 1; tries <= maxTries; tries += 1) {
        const results = await playKill(`${mark}-${tries}`, random.int(1, 60))
        if (results) return { ...(await judge(shop, results)), longest: {} }
      }
      throw new Error('No kill came while the tills resumed sales.')
    }
  },
}

/** Each sale must be resumed by exactly one till, and its row must name that one. */
async function judge(shop: ShopDatabase, results: readonly Result[]) {
  const ids = [...new Set(results.map(({ id }) => id))]
  const rows = new Map((await readRows(shop, ids)).map((row) => [row.id, row]))
  const lost: string[] = []
  const doubled: string[] = []
  const brokenPromises: string[] = []
  for (const id of ids) {
    const winners = results.filter((result) => result.id === id && result.isResumed)
    const row = rows.get(id)
    if (!row || winners.length === 0) lost.push(`parked sale ${id}`)
    if (winners.length > 1) doubled.push(`parked sale ${id}`)
    if (row?.isParked) brokenPromises.push(`parked sale ${id} is still parked after it was resumed`)
    if (row && winners.length === 1 && row.taker !== winners[0]?.key)
      brokenPromises.push(`parked sale ${id} names another till than the one that has it`)
  }
  const brokenInvariants = await findBrokenInvariants(shop)
  return { acknowledged: 2 * ids.length, lost, doubled, brokenInvariants, brokenPromises }
}
