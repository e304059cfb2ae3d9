import { fork } from 'node:child_process'
import path from 'node:path'
import type { TestScope } from '@stockie/testkit/cleanup'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Round } from '#src/fault'
import type { Journal } from './journal'

/** What the clients of a round are told. */
export type ClientsPlan = {
  /** Of one API or of several; a client that meets a closed door goes to the next one. */
  origins: string[]
  headers: Record<string, string>
  amount: number
  seed: number
  /** What every remark begins with, so that the judge finds what they have written. */
  mark: string
  /** Milliseconds at most between two writes of one client. */
  pause: number
  /** Milliseconds after which they take it that no answer comes. */
  patience: number
  /** Whether they also edit stock, which takes no key and must be looked up before it is repeated. */
  editsStock: boolean
  /** What the first edit adds more than: earlier ones of the same product added no more. */
  firstDelta: number
  goods: Goods
}

/** What there is to sell, to whom, and from whom. */
export type Goods = {
  customers: number[]
  suppliers: number[]
  /** Sold and bought by everybody. */
  products: number[]
  /** One for each client, whose stock nobody but that client edits. */
  counted: CountedProduct[]
  /** The day of all documents. */
  day: string
}

export type CountedProduct = {
  id: number
  name: string
  price: number
  cost: number
  categoryId: number
}

/** What the clients tell: how many writes so far, and at last their journal. */
export type ClientsMessage = { acknowledged: number } | { journal: Journal }

/** The same goods for every round: the last products are counted, one by each client, and the others sold. */
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
  const [day] = await query<{ today: string }>('select current_date::text as today')
  return {
    customers: await idsOf('customers'),
    suppliers: await idsOf('suppliers'),
    products: products.slice(0, -clients).map(({ id }) => id),
    counted: products.slice(-clients),
    day: day?.today ?? '',
  }
}

export type Clients = {
  /** They begin to sell and to buy, each on its own, and go on whatever happens. */
  begin: (round: Round) => void
  /** Comes back when so many more writes have been acknowledged: what is done then meets clients at work. */
  hear: (acknowledged: number) => Promise<void>
  /** Comes back when each has had the answer that it waits for, with all that they know. */
  finish: () => Promise<Journal>
  /** Ends their process, which otherwise goes with the ground. */
  close: () => void
}

type Options = Pick<ClientsPlan, 'origins' | 'headers'> & Partial<ClientsPlan>

const program = path.join(import.meta.dirname, 'clients-process.ts')
const deltasARound = 1_000

/** Fifty clients in a process of their own. */
export async function openClients(
  stage: Pick<TestScope, 'onEnd'>,
  shop: ShopDatabase,
  options: Options,
): Promise<Clients> {
  const amount = options.amount ?? 50
  const goods = await readGoods(shop, amount)
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  const close = () => void child.kill('SIGKILL')
  stage.onEnd(close)
  const said = { acknowledged: 0, journal: undefined as Journal | undefined }
  let waiting: (() => void)[] = []
  child.on('message', (word: ClientsMessage) => {
    Object.assign(said, word)
    wake()
  })
  child.on('exit', wake)

  /** All of them: whoever was cut short may still wait beside who came after. */
  function wake(): void {
    const woken = waiting
    waiting = []
    for (const go of woken) go()
  }

  async function until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error('The clients ended by themselves.')
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  return {
    begin({ number, seed, mark }) {
      Object.assign(said, { acknowledged: 0, journal: undefined })
      const plan: ClientsPlan = {
        amount,
        seed,
        mark,
        pause: 40,
        patience: 10_000,
        editsStock: true,
        firstDelta: number * deltasARound,
        goods,
        ...options,
      }
      child.send(plan)
    },
    async hear(acknowledged) {
      const goal = said.acknowledged + acknowledged
      // Those who cannot go on tell what they know, and are not waited for.
      await until(() => said.acknowledged >= goal || said.journal !== undefined)
    },
    async finish() {
      child.send('finish')
      await until(() => said.journal !== undefined)
      if (!said.journal) throw new Error('The clients have no journal.')
      return said.journal
    },
    close,
  }
}
