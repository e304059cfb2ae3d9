import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import net from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { apiRoot } from '@stockie/contracts'

export type CallOptions = {
  method?: string
  body?: unknown
  token?: string
  /** The client address that a proxy would report in X-Forwarded-For. */
  from?: string
  headers?: Record<string, string>
}

export type Answer = { status: number; headers: Headers; text: string; body: unknown }

/** Keeps connections open, as browsers do. */
const agent = new Agent({ keepAlive: true })

const ignore = () => {}

/** Sends a request and reads the whole response. Node's fetch takes three times as much processor time. */
export async function call(url: string, options: CallOptions = {}): Promise<Answer> {
  const { body, token, from, method = body === undefined ? 'GET' : 'POST' } = options
  const isSentAsIs = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const sent = isSentAsIs ? body : JSON.stringify(body)
  const headers = {
    ...(sent !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(sent),
    }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(from !== undefined && { 'x-forwarded-for': from }),
    ...options.headers,
  }
  const sending = request(url, { method, headers, agent })
  sending.end(sent)
  // A server may close the connection after its answer, before it has read the whole body. The request then no longer
  // listens to the socket.
  sending.on('error', ignore)
  sending.on('socket', (socket) => {
    if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore)
  })
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  const text = await readText(response)
  const received = new Headers(response.headers as Record<string, string>)
  const isJson = /json/.test(received.get('content-type') ?? '')
  const { statusCode: status = 0 } = response
  return { status, headers: received, text, body: isJson ? JSON.parse(text) : undefined }
}

type TwoPartRequest = { url: string; path: string; token: string; body: unknown }

/** Sends the head of a POST, runs `between`, sends the body, and returns the response's status. */
export async function sendBodyInTwoParts(
  { url, path, token, body }: TwoPartRequest,
  between: () => unknown,
): Promise<number | undefined> {
  const text = JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    expect: '100-continue',
  }
  const pendingRequest = request(url + apiRoot + path, { method: 'POST', headers, agent: false })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    pendingRequest.once('error', reject)
    pendingRequest.once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  pendingRequest.flushHeaders()
  // The server accepts the head and sends 100 Continue in the same turn of its event loop.
  await once(pendingRequest, 'continue')
  await between()
  pendingRequest.end(text)
  return answered
}

export type Received = { status: number; headers: Record<string, string>; body: unknown }

export type Connection = { send: (request: string) => Promise<Received> }

type PendingRequest = { resolve: (received: Received) => void; reject: (error: Error) => void }

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * Opens a kept-alive connection that sends one request after another and reads responses with a Content-
 * Length. Node's own client took a sixth of the processor time of a sequence.
 */
export function openConnection(port: number): Connection {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
  let pending: PendingRequest | undefined
  let received: Buffer = Buffer.alloc(0)

  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf(endOfHead)
    if (end < 0) return
    const head = readHead(received.toString('latin1', 0, end))
    const body = received.subarray(end + endOfHead.length)
    const length = Number(head.headers['content-length'] ?? 0)
    if (body.length < length) return
    received = Buffer.alloc(0)
    if (body.length > length)
      socket.destroy(new Error('A response is longer than its Content-Length.'))
    else pending?.resolve({ ...head, body: length === 0 ? null : JSON.parse(body.toString()) })
  })
  socket.on('error', (error) => pending?.reject(error))
  socket.on('close', () => pending?.reject(new Error('The API closed the connection.')))

  return {
    send: (sent) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(sent)
      }),
  }
}

function readHead(text: string): Pick<Received, 'status' | 'headers'> {
  const [first = '', ...lines] = text.split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]
  })
  return { status: Number(first.slice(9, 12)), headers: Object.fromEntries(headers) }
}

export type ConnectionRequest = {
  port: number
  method: string
  path: string
  token: string
  body?: string | undefined
  headers?: Record<string, string>
}

/** Idle connections by port. */
const idle = new Map<number, Connection[]>()

/** Sends one request over a pooled connection and parses the JSON of the response. */
export async function sendOverKeptConnection(sent: ConnectionRequest): Promise<Received> {
  const { port, method, path, token, body = '', headers } = sent
  const connections = idle.get(port) ?? []
  idle.set(port, connections)
  const connection = connections.pop() ?? openConnection(port)
  const allHeaders = {
    host: '127.0.0.1',
    authorization: `Bearer ${token}`,
    ...(body !== '' && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...headers,
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  const received = await connection.send(
    `${method} ${apiRoot}${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`,
  )
  connections.push(connection)
  return received
}

/** Like sendOverKeptConnection, again while the database is busy. */
export function sendWithRetry(sent: ConnectionRequest): Promise<Received> {
  return retryWhileBusy(() => sendOverKeptConnection(sent))
}

/** In milliseconds. The first is short: most often the database is busy for a moment only. */
const pauses = [20, 1_000, 1_000, 1_000]

/**
 * Sends a request again while the database is busy, as a user does. That answer means that nothing was stored. It comes from
 * a slow machine with many requests at once, or from a conflict of writes, which `otherBusyCauses` finds in the log.
 */
export async function retryWhileBusy<Given extends { status: number; body: unknown }>(
  send: () => Promise<Given>,
): Promise<Given> {
  for (const pause of pauses) {
    const answer = await send()
    const isBusy = answer.status === 503 && Object(answer.body).detail === 'The database is busy.'
    if (!isBusy) return answer
    await setTimeout(pause)
  }
  return send()
}
