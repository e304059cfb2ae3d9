import http from 'node:http'
import net, { type Socket } from 'node:net'
import { type CallersMessage, type CallersPlan, upload } from './big-uploads'

/** A process of its own, with files of its own: as many connections as it is told, and slow and big senders. */
const tell = (word: CallersMessage) => void process.send?.(word)
const cutOff: Record<string, number[]> = { 'a head': [], 'a body': [], nothing: [] }
const refused: Record<string, number> = {}
let told: Record<string, number> = {}

process.on('message', (message: CallersPlan | 'finish') => {
  if (message === 'finish') tell({ uploads: told, cutOff })
  else void begin(message)
})
process.once('disconnect', () => process.exit(1))

async function begin(plan: CallersPlan): Promise<void> {
  const { port, idle, authorization, uploads } = plan
  // No more at a time than the system lets wait at the door, where on a slow machine others would wait behind them.
  for (let n = 0; n < idle; n += 100) {
    await Promise.all(Array.from({ length: 100 }, () => connect(port, 'nothing')))
    await untilTakenOn(port)
    tell({ opened: n + 100 })
  }
  tell({ refused })
  for (let n = 0; n < 10; n += 1) {
    void drip(port, 'a head', 'GET /api/v1/products HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    void drip(
      port,
      'a body',
      `POST /api/v1/sales HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
    )
  }
  const answers = uploads.map(async (one) => {
    const status = await upload(port, authorization, one)
    told = { ...told, [`20 MB to ${one.path} ${one.sized ? 'with' : 'without'} a length`]: status }
  })
  await Promise.all(answers)
}

/** Null where the system or the server has no room for it. */
function connect(port: number, kind: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    let said = ''
    let isOpen = false
    socket.once('connect', () => {
      isOpen = true
      resolve(socket)
    })
    socket.on('error', ({ code = 'no word' }: NodeJS.ErrnoException) => {
      if (!isOpen) refused[code] = (refused[code] ?? 0) + 1
      resolve(null)
    })
    socket.on('data', (data) => (said += data.toString()))
    socket.once('close', () => cutOff[kind]?.push(Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)))
  })
}

/** A server takes on one after another: who comes now is answered after all who came before. Or it has hung up. */
function untilTakenOn(port: number): Promise<void> {
  return new Promise((resolve) => {
    http
      .get({ port, host: '127.0.0.1', path: '/livez', agent: false }, (response) =>
        response.resume(),
      )
      .once('error', () => resolve())
      .once('close', resolve)
  })
}

/** The beginning of a request, and a byte a second of the rest. */
async function drip(port: number, kind: string, begun: string): Promise<void> {
  const socket = await connect(port, kind)
  socket?.write(begun)
  const dripping = setInterval(() => socket?.write('x'), 1_000)
  socket?.once('close', () => clearInterval(dripping))
}
