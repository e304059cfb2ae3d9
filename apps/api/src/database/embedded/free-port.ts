import net from 'node:net'
import { StartError } from './start-error'

const host = '127.0.0.1'

/** The first port from 5432 up that nobody listens on. */
export async function findFreePort(from = 5432): Promise<number> {
  for (let port = from; port < from + 200; port++) {
    if (await isFree(port)) return port
  }
  throw new StartError(
    `No port between ${from} and ${from + 199} is free for the database: set STOCKIE_DB_PORT to one that is.`,
  )
}

export async function isFree(port: number): Promise<boolean> {
  // Some systems let a second server listen beside one on all addresses: so ask whether anybody answers, too.
  return (await canListen(port)) && !(await somebodyAnswers(port))
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

function somebodyAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host })
    const answer = (answered: boolean) => () => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })
}
