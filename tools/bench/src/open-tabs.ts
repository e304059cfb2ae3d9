import { apiRoot } from '@stockie/contracts'
import { startStockie, type Stockie } from '@stockie/testkit/stockie-server'
import type { Bench, Measure } from './bench'
import { openConnection } from './load/load-connection'
import { formatRequest } from './load/load-request'
import { postgresCpu } from './postgres-cpu'
import { paths } from './reads/report-paths'
import { inRounds } from './rounds'
import { median } from './scoring'
import { createRequests, today } from './writes/sale-requests'

const tabCount = 50
const pollsPerMinute = 6
const millisecondsPerMinute = 60_000

const changesPath = `${apiRoot}/changes`
/** The lists of Create Sales. A sale changes the products, through their stock, and not the customers. */
const lists = [`${apiRoot}/customers`, paths.products]

/** L1: what open pages cost the server. */
export const openTabs: Measure = {
  row: {
    id: 'L1',
    name: `CPU of Node and PostgreSQL for ${tabCount} open tabs of Create Sales, beside a sale every 10 s`,
    anchor: 'one processor',
    goal: { atMost: 0.1 },
    moonshot: { atMost: 0.02 },
  },
  async run(bench) {
    const database = await bench.database('100k')
    const stockie = await startStockie(bench, database.url)
    const sell = openTill(bench, stockie)
    const tabs = Array.from({ length: tabCount }, () => openTab(stockie))
    const poll = async () => {
      for (const tab of tabs) await tab.poll()
    }
    const measure = (work: () => Promise<unknown>) => () => measureMinute(bench, stockie, work)
    const sides = {
      stockie: measure(async () => {
        await sell()
        await poll()
      }),
      anchor: measure(sell),
      quiet: measure(poll),
    }
    bench.progress('warming up')
    await sides.stockie()
    const { stockie: beside, anchor: alone, quiet } = await inRounds(bench, sides)
    const beyondSales = beside.map(({ node, postgres }, round) => ({
      node: node - (alone[round]?.node ?? 0),
      postgres: postgres - (alone[round]?.postgres ?? 0),
    }))
    return {
      rounds: beyondSales.map(({ node, postgres }) => (node + postgres) / millisecondsPerMinute),
      shown: [
        `beside a sale every 10 s, ${describe(beyondSales)}`,
        `while nothing changes, ${describe(quiet)}`,
        `the sales alone, ${describe(alone)}`,
      ],
    }
  },
}

/** Milliseconds of CPU time a minute. */
type Cost = { node: number; postgres: number }

/** A minute of work, done at once: the CPU time does not depend on the pauses. */
async function measureMinute(
  bench: Bench,
  stockie: Stockie,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const before = [await stockie.cpu(), await postgresCpu(bench)] as const
  for (let count = 0; count < pollsPerMinute; count += 1) await work()
  const after = [await stockie.cpu(), await postgresCpu(bench)] as const
  return { node: after[0] - before[0], postgres: after[1] - before[1] }
}

function openTill(bench: Bench, { origin, headers }: Stockie) {
  const connection = openConnection(origin)
  bench.onEnd(connection.close)
  const nextSale = createRequests({ headers, day: today, products: 10_000, customers: 5_000 })
  let sales = 0
  return async () => {
    const { status } = await connection.send(formatRequest(nextSale((sales += 1))))
    if (status !== 201) throw new Error(`Stockie answered a sale with ${status}.`)
  }
}

/** A tab as lib/api/live-updates.ts of the web app keeps it current, with the ETags that it has. */
function openTab({ origin, headers }: Stockie) {
  const etags = new Map<string, string>()

  async function isChanged(path: string): Promise<boolean> {
    const etag = etags.get(path)
    const response = await fetch(origin + path, {
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(etag && { 'if-none-match': etag }),
      },
    })
    await response.arrayBuffer()
    if (response.status === 304) return false
    if (!response.ok) throw new Error(`Stockie answered ${path} with ${response.status}.`)
    etags.set(path, response.headers.get('etag') ?? '')
    return true
  }

  return {
    async poll() {
      if (!(await isChanged(changesPath))) return
      for (const path of lists) await isChanged(path)
    },
  }
}

function describe(costs: Cost[]): string {
  const medianOf = (figure: (cost: Cost) => number) => median(costs.map(figure)).toFixed(0)
  const [node, postgres] = [medianOf(({ node: ms }) => ms), medianOf(({ postgres: ms }) => ms)]
  return `CPU a minute ${node} ms in Node and ${postgres} ms in PostgreSQL`
}
