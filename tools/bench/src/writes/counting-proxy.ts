import { once } from 'node:events'
import net from 'node:net'
import { startStockie } from '@stockie/testkit/stockie-server'
import { readJson } from '#src/answers'
import type { Bench } from '#src/bench'
import type { LoadRequest } from '#src/load/load-request'

export type CountingProxy = {
  /** The database's address, through it. */
  url: string
  /** How often the database was asked so far: each time it is waited for. */
  asked: () => number
  /** The SQL text of a statement that was prepared through it, by its name. */
  textOf: (name: string) => string | undefined
  close: () => Promise<void>
}

const [parse, query, sync] = ['P', 'Q', 'S'].map((letter) => letter.charCodeAt(0))

/** Sits between a server and PostgreSQL and reads what is asked. */
export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl)
  const texts = new Map<string, string>()
  const sockets = new Set<net.Socket>()
  let asked = 0

  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    const read = messageReader((letter, body) => {
      if (letter === query || letter === sync) asked += 1
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
  if (typeof address !== 'object' || !address) throw new Error('The proxy does not listen.')
  const url = new URL(databaseUrl)
  url.port = String(address.port)

  return {
    url: url.href,
    asked: () => asked,
    textOf: (name) => texts.get(name),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** PostgreSQL's protocol: a letter, a length and a body; the very first message has no letter. */
function messageReader(hear: (letter: number | undefined, body: Buffer) => void) {
  let rest = Buffer.alloc(0)
  let head = 0
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= head + 4) {
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      hear(head ? rest[0] : undefined, rest.subarray(head + 4, end))
      rest = rest.subarray(end)
      head = 1
    }
  }
}

const statementName = 'record sale'

/** The very statement that Stockie records a sale by: then only what is around it can differ. */
export async function captureSaleStatement(bench: Bench, sale: LoadRequest): Promise<string> {
  const database = await bench.database('e2e')
  const proxy = await openCountingProxy(database.url)
  bench.onEnd(proxy.close)
  const stockie = await startStockie(bench, proxy.url)
  await readJson(stockie, { ...sale, headers: { ...sale.headers, ...stockie.headers } })
  await stockie.stop()
  const text = proxy.textOf(statementName)
  if (text === undefined) throw new Error(`Stockie has prepared no statement "${statementName}".`)
  return text
}
