import net from 'node:net'
import { StartError } from '#src/errors'

const host = '127.0.0.1'

/** The first free port from 5432 up. */
export async function findFreePort(from = 5432): Promise<number> {
  for (let port = from; port < from + 200; port++) {
    if (await isPortFree(port)) return port
  }
  throw new StartError(
    `No port between ${from} and ${from + 199} is free for the database: set STOCKIE_DB_PORT to a free port.`,
  )
}

export async function isPortFree(port: number): Promise<boolean> {
  // Some systems allow a second listener beside one on all addresses, so also try to connect.
  return (await canListen(port)) && !(await acceptsConnections(port))
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host })
    const finish = (isConnected: boolean) => () => {
      socket.destroy()
      resolve(isConnected)
    }
    socket.once('connect', finish(true)).once('error', finish(false))
  })
}
