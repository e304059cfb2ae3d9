import { fork } from 'node:child_process'
import path from 'node:path'
import type { TestScope } from '@stockie/testkit/cleanup'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Round } from '#src/fault'
import type { Journal } from './journal'

/** The plan that the clients of a round receive. */
export type ClientsPlan = {
  /** One or several APIs; a client that gets no answer continues with the next one. */
  origins: string[]
  headers: Record<string, string>
  amount: number
  seed: number
  /** Prefix of every remark, by which the judge finds the documents of the round. */
  mark: string
  /** Maximum milliseconds between two writes of a client. */
  pause: number
  /** Milliseconds to wait for a response. */
  timeout: number
  /** Stock edits have no idempotency key, so the client checks the ledger before a retry. */
  editsStock: boolean
  /** Edits of this round add more than this; earlier edits of the same product added no more. */
  firstDelta: number
  goods: Goods
}

/** The records that the clients use in their documents. */
export type Goods = {
  customers: number[]
  suppliers: number[]
  /** Sold and bought by all clients. */
  products: number[]
  /** One for each client, which alone edits its stock. */
  counted: CountedProduct[]
  /** The date of all documents. */
  day: string
}

export type CountedProduct = {
  id: number
  name: string
  price: number
  cost: number
  categoryId: number
}

/** Messages of the clients: the number of writes so far, and at the end their journal. */
export type ClientsMessage = { acknowledged: number } | { journal: Journal }

/** Reads the same goods for every round. Each client edits the stock of one of the last products. */
export async function readGoods({ query }: ShopDatabase, clients: number): Promise<Goods> {
  const idsOf = async (table: string) => {
    const rows = await query<{ id: number }>(
      `select id from ${table} where deleted_at is null order by id limit 100`,
    )
    return rows.map(({ id }) => id)
  }
  const products = await query<CountedProduct>(
    `select id, name, price, cost, category_id as "categoryId" from products
     where deleted_at is null order by id`,
  )
  const [day] = await query<{ today: string }>(
    // The store is in UTC, and no cash of a later day can be counted.
    `select (now() at time zone 'UTC')::date::text as today`,
  )
  return {
    customers: await idsOf('customers'),
    suppliers: await idsOf('suppliers'),
    products: products.slice(0, -clients).map(({ id }) => id),
    counted: products.slice(-clients),
    day: day?.today ?? '',
  }
}

export type Clients = {
  /** Starts the clients, which write independently and continue through every failure. */
  start: (round: Round) => void
  /** How many writes of the round were acknowledged so far. */
  acknowledged: () => number
  /** Waits for that many more acknowledged writes, so that a fault strikes while the clients work. */
  awaitWrites: (acknowledged: number) => Promise<void>
  /** Waits until each client has its last answer, and returns their journal. */
  finish: () => Promise<Journal>
  /** Ends their process earlier than the context does. */
  close: () => void
}

type Options = Pick<ClientsPlan, 'origins' | 'headers'> & Partial<ClientsPlan>

const program = path.join(import.meta.dirname, 'clients-process.ts')
const deltasPerRound = 1_000

/** Starts a child process with fifty clients, which wait for their first round. */
export async function startClients(
  scope: Pick<TestScope, 'onEnd'>,
  shop: ShopDatabase,
  options: Options,
): Promise<Clients> {
  const amount = options.amount ?? 50
  const goods = await readGoods(shop, amount)
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  const close = () => void child.kill('SIGKILL')
  scope.onEnd(close)
  const latest = { acknowledged: 0, journal: undefined as Journal | undefined }
  let waiters: (() => void)[] = []
  child.on('message', (message: ClientsMessage) => {
    Object.assign(latest, message)
    wake()
  })
  child.on('exit', wake)

  /** Wakes all waiters: one of an interrupted round may still be there. */
  function wake(): void {
    const woken = waiters
    waiters = []
    for (const resolve of woken) resolve()
  }

  async function waitFor(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error('The process of the clients ended unexpectedly.')
      await new Promise<void>((resolve) => waiters.push(resolve))
    }
  }

  return {
    start({ number, seed, mark }) {
      Object.assign(latest, { acknowledged: 0, journal: undefined })
      const plan: ClientsPlan = {
        amount,
        seed,
        mark,
        pause: 40,
        timeout: 10_000,
        editsStock: true,
        firstDelta: number * deltasPerRound,
        goods,
        ...options,
      }
      child.send(plan)
    },
    acknowledged: () => latest.acknowledged,
    async awaitWrites(acknowledged) {
      const goal = latest.acknowledged + acknowledged
      // If all clients have failed, their journal arrives instead.
      await waitFor(() => latest.acknowledged >= goal || latest.journal !== undefined)
    },
    async finish() {
      child.send('finish')
      await waitFor(() => latest.journal !== undefined)
      if (!latest.journal) throw new Error('The clients sent no journal.')
      return latest.journal
    },
    close,
  }
}
