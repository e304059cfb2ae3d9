import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Above 10080, which fetch refuses, and below the ephemeral ports of outgoing connections. */
const [first, count] = [12_000, 20_000]

/** Each Vitest worker draws from a part of its own, so that parallel tests never draw the same port. */
const parts = 25
const worker = process.env.VITEST_POOL_ID
const ownCount = worker === undefined ? count : count / parts
const ownFirst = first + (worker === undefined ? 0 : (Number(worker) % parts) * ownCount)

let next = randomInt(ownCount)

/**
 * Finds a free port for a program that is about to start. A client that connects before its server is up
 * could get an ephemeral port as its own, and would connect to itself.
 */
export async function freePort() {
  for (;;) {
    next = (next + 1) % ownCount
    const port = ownFirst + next
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
