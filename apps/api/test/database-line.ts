import net from 'node:net'
import { createQueryCounter, type QueryCounter } from './query-counter'

export type DatabaseLine = {
  /** The database's address, over the line. */
  url: string
  /** Every connection breaks, and no new one is taken: as when PostgreSQL has died. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** Everything stays connected and nothing comes through: as when PostgreSQL is frozen. */
  hold: () => void
  letGo: () => void
  /** What PostgreSQL says to those who are connected is lost, and it does not hear that they have gone: half a connection. */
  swallow: () => void
  /** Counts what is asked over the line, and breaks it at a query. */
  queries: QueryCounter
}

/** A line to the database that a test can cut and mend, hold, or break at a query. */
export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const target = new URL(databaseUrl)
  const open = new Set<net.Socket>()
  const pairs = new Map<net.Socket, net.Socket>()
  const unheard = new Set<net.Socket>()
  let held = false
  const queries = createQueryCounter()
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    queries.join(near, far)
    pairs.set(far, near)
    far.once('close', () => pairs.delete(far))
    for (const socket of [near, far]) {
      open.add(socket)
      if (held) socket.pause()
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        if (!unheard.has(far)) far.destroy()
        open.delete(socket)
      })
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The line does not listen.')
  const url = new URL(databaseUrl)
  url.port = String(address.port)

  async function cut(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }

  function hold(): void {
    held = true
    for (const socket of open) socket.pause()
  }

  function letGo(): void {
    held = false
    for (const socket of open) socket.resume()
  }

  function swallow(): void {
    for (const [far, near] of pairs) {
      unheard.add(far.removeAllListeners('data').resume())
      near.removeAllListeners('end')
    }
  }

  return {
    url: url.href,
    cut,
    mend: () => listen(address.port),
    hold,
    letGo,
    swallow,
    queries,
  }
}
