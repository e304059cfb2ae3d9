import { once } from 'node:events'
import net from 'node:net'

/** Below what systems lend to outgoing connections, so that it is still free after a restart. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const server = net.createServer()
    try {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return port
    } catch {
      // Taken: another one, then.
    } finally {
      server.close()
    }
  }
}
