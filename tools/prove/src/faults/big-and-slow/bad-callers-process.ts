import http from 'node:http'
import net, { type Socket } from 'node:net'
import { type CallersMessage, type CallersPlan, megabytes, upload } from './big-uploads'

/** Child process with its own limit of open files: idle connections, slow senders and big bodies. */
const send = (message: CallersMessage) => void process.send?.(message)
const cutOff: Record<string, number[]> = { 'a head': [], 'a body': [], nothing: [] }
const refused: Record<string, number> = {}
let uploadStatuses: Record<string, number> = {}

process.on('message', (message: CallersPlan | 'finish') => {
  if (message === 'finish') send({ uploads: uploadStatuses, cutOff })
  else void carryOutPlan(message)
})
process.once('disconnect', () => process.exit(1))

async function carryOutPlan(plan: CallersPlan): Promise<void> {
  const { port, idle, authorization, uploads } = plan
  // In batches that fit into the listen backlog: on a slow machine other connections would wait behind them.
  for (let n = 0; n < idle; n += 100) {
    await Promise.all(Array.from({ length: 100 }, () => connect(port, 'nothing')))
    await waitUntilAccepted(port)
    send({ opened: n + 100 })
  }
  send({ refused })
  for (let n = 0; n < 10; n += 1) {
    void drip(port, 'a head', 'GET /api/v1/products HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    void drip(
      port,
      'a body',
      `POST /api/v1/sales HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
    )
  }
  const answers = uploads.map(async (body) => {
    const status = await upload(port, authorization, body)
    const label = `${megabytes} MB to ${body.path} ${body.sized ? 'with' : 'without'} a length`
    uploadStatuses = { ...uploadStatuses, [label]: status }
  })
  await Promise.all(answers)
}

/** Resolves to null if the system or the server refuses the connection. */
function connect(port: number, kind: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    let received = ''
    let isOpen = false
    socket.once('connect', () => {
      isOpen = true
      resolve(socket)
    })
    socket.on('error', ({ code = 'an unknown error' }: NodeJS.ErrnoException) => {
      if (!isOpen) refused[code] = (refused[code] ?? 0) + 1
      resolve(null)
    })
    socket.on('data', (data) => (received += data.toString()))
    socket.once('close', () =>
      cutOff[kind]?.push(Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)),
    )
  })
}

/**
 * A server accepts connections in order, so an answer to this request means that all earlier ones are
 * accepted.
 */
function waitUntilAccepted(port: number): Promise<void> {
  return new Promise((resolve) => {
    http
      .get({ port, host: '127.0.0.1', path: '/livez', agent: false }, (response) =>
        response.resume(),
      )
      .once('error', () => resolve())
      .once('close', resolve)
  })
}

/** Sends the start of a request, and then a byte a second. */
async function drip(port: number, kind: string, start: string): Promise<void> {
  const socket = await connect(port, kind)
  socket?.write(start)
  const dripping = setInterval(() => socket?.write('x'), 1_000)
  socket?.once('close', () => clearInterval(dripping))
}
