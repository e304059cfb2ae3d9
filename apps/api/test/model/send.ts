import { apiRoot } from '@stockie/contracts'
import { openConnection, type Connection, type Received } from './connection'

type Request = {
  port: number
  method: string
  path: string
  token: string
  body?: string | undefined
  headers?: Record<string, string>
}

/** Connections that wait for their next request, by port. */
const idle = new Map<number, Connection[]>()

/** One request over a connection that stays open; the answer's JSON read. */
export async function send(request: Request): Promise<Received> {
  const { port, method, path, token, body = '', headers } = request
  const connections = idle.get(port) ?? []
  idle.set(port, connections)
  const connection = connections.pop() ?? openConnection(port)
  const all = {
    host: '127.0.0.1',
    authorization: `Bearer ${token}`,
    ...(body !== '' && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const received = await connection.ask(
    `${method} ${apiRoot}${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`,
  )
  connections.push(connection)
  return received
}
