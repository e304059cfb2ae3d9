import net from 'node:net'

/** Before the query reaches PostgreSQL, or after it ran and while its answer is on the way back. */
export type QueryPhase = 'before' | 'after'

export type QueryCounter = {
  /** Starts to count, and breaks the connection at the query of this number. */
  breakAt: (query: number, moment: QueryPhase) => void
  /** Stops counting and returns how many queries were sent. */
  stop: () => number
  /** Forwards data between the client's socket and PostgreSQL's, query by query. */
  connect: (near: net.Socket, far: net.Socket) => void
}

const [simpleQueryType, parseType, syncType, readyForQueryType] = ['Q', 'P', 'S', 'Z'].map(
  (letter) => letter.charCodeAt(0),
)

/** The queries that a process sends beside the calls: they are part of none of them. */
const besideCalls = [
  'set last_seen_at = excluded.last_seen_at',
  'do update set seen_at = clock_timestamp()',
  // Sets up a new connection, which one of the others may have opened.
  'set stockie.api to on',
]

/** Reads PostgreSQL's wire protocol between client and server: each message has a type byte and a length. */
export function createQueryCounter(): QueryCounter {
  let counting = false
  let seen = 0
  let breaking = { query: Infinity, moment: 'before' }

  function connect(near: net.Socket, far: net.Socket): void {
    let answerIsLost = false
    let isBesideCalls = false
    const breakBoth = () => {
      near.destroy()
      far.destroy()
    }
    const readRequest = readMessages({ hasStartupMessage: true })
    near.on('data', (chunk: Buffer) => {
      const messages = []
      for (const { type, bytes } of readRequest(chunk)) {
        const beginsQuery = type === parseType || type === simpleQueryType
        if (beginsQuery) isBesideCalls = besideCalls.some((text) => bytes.includes(text))
        const endsQuery = type === syncType || type === simpleQueryType
        const isSkipped = isBesideCalls
        if (endsQuery) isBesideCalls = false
        if (counting && !isSkipped && endsQuery) {
          seen += 1
          const isBreakPoint = seen === breaking.query
          if (isBreakPoint && breaking.moment === 'before') return breakBoth()
          if (isBreakPoint) answerIsLost = true
        }
        messages.push(bytes)
      }
      far.write(Buffer.concat(messages))
    })
    const readResponse = readMessages({ hasStartupMessage: false })
    far.on('data', (chunk: Buffer) => {
      if (!answerIsLost) near.write(chunk)
      for (const { type } of readResponse(chunk)) {
        if (answerIsLost && type === readyForQueryType) return breakBoth()
      }
    })
    near.on('end', () => far.end())
    far.on('end', () => near.end())
  }

  return {
    breakAt(query, moment) {
      counting = true
      seen = 0
      breaking = { query, moment }
    },
    stop() {
      counting = false
      return seen
    },
    connect,
  }
}

type Message = { type: number | undefined; bytes: Buffer }

/** Splits a byte stream into whole messages. A client's startup message has no type byte. */
export function readMessages({ hasStartupMessage }: { hasStartupMessage: boolean }) {
  let rest = Buffer.alloc(0)
  let hasType = !hasStartupMessage
  return function* read(chunk: Buffer): Generator<Message> {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = hasType ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      yield { type: hasType ? bytes[0] : undefined, bytes }
      hasType = true
    }
  }
}

export type DatabaseProxy = {
  /** The connection string that leads through the proxy. */
  url: string
  /** Breaks every connection and accepts no new one, as if PostgreSQL had died. */
  disconnect: () => Promise<void>
  reconnect: () => Promise<void>
  /** Keeps all connections open but forwards nothing, as if PostgreSQL were frozen. */
  freeze: () => void
  resume: () => void
  /**
   * Drops PostgreSQL's answers and hides from it that its clients disconnect, as on a half-open connection.
   */
  halfOpen: () => void
  /** Counts the queries through the proxy and can break a connection at one of them. */
  queries: QueryCounter
}

/** Opens a TCP proxy to the database that a test can disconnect, freeze, or break at a query. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const open = new Set<net.Socket>()
  const pairs = new Map<net.Socket, net.Socket>()
  const halfOpenSockets = new Set<net.Socket>()
  let isFrozen = false
  const queries = createQueryCounter()
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    queries.connect(near, far)
    pairs.set(far, near)
    far.once('close', () => pairs.delete(far))
    for (const socket of [near, far]) {
      open.add(socket)
      if (isFrozen) socket.pause()
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        if (!halfOpenSockets.has(far)) far.destroy()
        open.delete(socket)
      })
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  if (typeof address !== 'object' || !address)
    throw new Error('The database proxy does not listen.')
  const url = new URL(databaseUrl)
  url.port = String(address.port)

  async function disconnect(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }

  function freeze(): void {
    isFrozen = true
    for (const socket of open) socket.pause()
  }

  function resume(): void {
    isFrozen = false
    for (const socket of open) socket.resume()
  }

  function halfOpen(): void {
    for (const [far, near] of pairs) {
      halfOpenSockets.add(far.removeAllListeners('data').resume())
      near.removeAllListeners('end')
    }
  }

  return {
    url: url.href,
    disconnect,
    reconnect: () => listen(address.port),
    freeze,
    resume,
    halfOpen,
    queries,
  }
}
