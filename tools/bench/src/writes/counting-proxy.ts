import { once } from 'node:events'
import net from 'node:net'
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

/** Opens a proxy between a server and PostgreSQL that counts round trips and reads the statements. */
export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl)
  const texts = new Map<string, string>()
  const sockets = new Set<net.Socket>()
  let roundTrips = 0

  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    const read = createMessageReader((letter, body) => {
      if (letter === query || letter === sync) roundTrips += 1
      if (letter !== parse) return
      const [name = '', text = ''] = body.toString().split('\0')
      texts.set(name, text)
    })
    near.on('data', read)
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

/** Splits PostgreSQL's messages: a letter, a length and a body. The first message has no letter. */
function createMessageReader(onMessage: (letter: number | undefined, body: Buffer) => void) {
  let rest = Buffer.alloc(0)
  let letterLength = 0
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= letterLength + 4) {
      const end = letterLength + rest.readInt32BE(letterLength)
      if (rest.length < end) return
      onMessage(letterLength ? rest[0] : undefined, rest.subarray(letterLength + 4, end))
      rest = rest.subarray(end)
      letterLength = 1
    }
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
