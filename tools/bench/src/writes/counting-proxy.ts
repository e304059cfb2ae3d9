import { once } from 'node:events'
import net from 'node:net'
import { readMessages } from '@stockie/api/test/database/database-proxy'
import { startStockie } from '@stockie/testkit/stockie-server'
import { readJson } from '#src/answers'
import type { Bench } from '#src/bench'
import type { LoadRequest } from '#src/load/load-request'

export type CountingProxy = {
  /** The URL of the database through the proxy. */
  url: string
  /** Number of round trips so far. */
  countRoundTrips: () => number
  /** The SQL text of a statement that was prepared through the proxy. */
  textOf: (name: string) => string | undefined
  close: () => Promise<void>
}

const [parse, query, sync] = ['P', 'Q', 'S'].map((letter) => letter.charCodeAt(0))
/** The type and the length of a message. */
const headLength = 5

/** Opens a proxy between a server and PostgreSQL that counts round trips and reads the statements. */
export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl)
  const texts = new Map<string, string>()
  const sockets = new Set<net.Socket>()
  let roundTrips = 0

  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    const readRequest = readMessages({ hasStartupMessage: true })
    near.on('data', (chunk: Buffer) => {
      for (const { type, bytes } of readRequest(chunk)) {
        if (type === query || type === sync) roundTrips += 1
        if (type !== parse) continue
        const [name = '', text = ''] = bytes.subarray(headLength).toString().split('\0')
        texts.set(name, text)
      }
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket.setNoDelay())
      socket.on('error', () => near.destroy() && far.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address)
    throw new Error('The counting proxy does not listen.')
  const url = new URL(databaseUrl)
  url.port = String(address.port)

  return {
    url: url.href,
    countRoundTrips: () => roundTrips,
    textOf: (name) => texts.get(name),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

const statementName = 'record sale'

/** Reads the statement with which Stockie records a sale, so that the anchors use the same SQL. */
export async function captureSaleStatement(bench: Bench, sale: LoadRequest): Promise<string> {
  const database = await bench.database('e2e')
  const proxy = await openCountingProxy(database.url)
  bench.onEnd(proxy.close)
  const stockie = await startStockie(bench, proxy.url)
  await readJson(stockie, { ...sale, headers: { ...sale.headers, ...stockie.headers } })
  await stockie.stop()
  const text = proxy.textOf(statementName)
  if (text === undefined)
    throw new Error(`Stockie did not prepare a statement named "${statementName}".`)
  return text
}
