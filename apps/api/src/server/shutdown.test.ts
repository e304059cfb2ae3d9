import { EventEmitter, once } from 'node:events'
import http, { createServer, type RequestListener } from 'node:http'
import net from 'node:net'
import v8 from 'node:v8'
import vm from 'node:vm'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { prepareDrain } from '#src/server/shutdown'

// Far beyond what a test may take: only an orderly end passes.
const limitMs = 600_000
const agent = new http.Agent({ keepAlive: true })
afterEach(() => agent.destroy())

async function start(listener: RequestListener) {
  const server = createServer(listener)
  const { drain, isDraining } = prepareDrain(server, { graceMs: 50, limitMs })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const doorCloses = () =>
    vi.waitFor(() => expect(server.listening).toBe(false), { interval: 1, timeout: 60_000 })
  return { drain, isDraining, port, doorCloses }
}

function get(port: number, over: http.Agent | undefined = agent): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', agent: over }, (response) => {
      response.resume().once('end', () => resolve(response))
    })
    request.once('error', reject)
  })
}

test('a request that has begun is answered to its end, and a new connection is refused', async () => {
  const begun = new EventEmitter()
  const { drain, port, doorCloses } = await start((_request, response) => {
    response.write('half ')
    begun.emit('request', () => response.end('and half'))
  })
  const answer = get(port)
  const [finish] = await once(begun, 'request')
  const drained = drain()
  await doorCloses()
  await expect(get(port, new http.Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  finish()
  expect((await answer).statusCode).toBe(200)
  await drained
})

/** So many connect in the same moment, from another thread, and ask; comes back once all of them are connected. */
function crowd(port: number, count: number) {
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    const { port, count, connected } = workerData
    const answers = []
    for (let n = 0; n < count; n += 1) {
      const socket = require('node:net').connect(port, '127.0.0.1', () => {
        socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n')
        Atomics.add(connected, 0, 1)
        Atomics.notify(connected, 0)
      })
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk))
      socket.on('error', (error) => (answer = error.code))
      socket.on('close', () => {
        answers.push(answer.split('\\r\\n')[0])
        if (answers.length === count) parentPort.postMessage(answers)
      })
    }`,
    { eval: true, workerData: { port, count, connected } },
  )
  // Nothing is taken on meanwhile: they all wait at the door.
  const until = performance.now() + 30_000
  for (let there = 0; there < count; there = Atomics.load(connected, 0)) {
    if (performance.now() > until) throw new Error(`Only ${there} of ${count} have connected.`)
    Atomics.wait(connected, 0, there, 1_000)
  }
  return once(worker, 'message').then(([answers]: string[][]) => answers)
}

test('who waits at the door when the end begins is let in and answered', async () => {
  const { drain, port } = await start((_request, response) => response.end('ok'))
  const answers = crowd(port, 20)
  await drain()
  expect(await answers).toEqual(Array.from({ length: 20 }, () => 'HTTP/1.1 200 OK'))
})

test('on a machine whose turns take for ever the door closes all the same', async () => {
  const { drain, doorCloses } = await start((_request, response) => response.end('ok'))
  let [turns, isOpen] = [0, true]
  function busyTurn() {
    turns += 1
    const until = performance.now() + 150
    while (performance.now() < until);
    if (isOpen) setImmediate(busyTurn)
  }
  // However it ends: the other files of this worker come after it.
  onTestFinished(() => void (isOpen = false))
  busyTurn()
  const drained = drain()
  await doorCloses()
  isOpen = false
  await drained
  // By turns alone it would wait for a hundred.
  expect(turns).toBeLessThan(50)
})

test('a kept connection gets one more answer, with the word that it closes', async () => {
  const { drain, isDraining, port, doorCloses } = await start((_request, response) => {
    response.end('ok')
  })
  expect((await get(port)).headers.connection).toBe('keep-alive')
  const drained = drain()
  expect(isDraining()).toBe(true)
  await doorCloses()
  expect((await get(port)).headers.connection).toBe('close')
  await drained
})

test('what is answered only after the end has begun tells that its connection closes', async () => {
  const begun = new EventEmitter()
  const { drain, port, doorCloses } = await start((_request, response) => {
    begun.emit('request', () => response.end('ok'))
  })
  const answer = get(port)
  const [finish] = await once(begun, 'request')
  const drained = drain()
  await doorCloses()
  finish()
  expect((await answer).headers.connection).toBe('close')
  await drained
})

test('of an answered request nothing is kept, however long its connection is', async () => {
  let asked: WeakRef<http.IncomingMessage> | undefined
  const { drain, port } = await start((request, response) => {
    asked = new WeakRef(request)
    response.end('ok')
  })
  await get(port)
  v8.setFlagsFromString('--expose-gc')
  const collect: () => void = vm.runInNewContext('gc')
  await vi.waitFor(() => {
    collect()
    expect(asked?.deref()).toBeUndefined()
  }, 60_000)
  await drain()
})

test('connections that are idle, or were opened ahead of need, do not hold up the end', async () => {
  const { drain, port } = await start((_request, response) => response.end('ok'))
  await get(port)
  const aheadOfNeed = net.connect(port, '127.0.0.1')
  await once(aheadOfNeed, 'connect')
  await get(port)
  aheadOfNeed.resume()
  await Promise.all([drain(), once(aheadOfNeed, 'close')])
  expect(aheadOfNeed.destroyed).toBe(true)
})

test('what does not end by itself is cut off at last', async () => {
  const server = createServer(() => {})
  const { drain } = prepareDrain(server, { graceMs: 10, limitMs: 50 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const answer = get(typeof address === 'object' && address ? address.port : 0)
  await Promise.all([
    expect(answer).rejects.toThrow('socket hang up'),
    once(server, 'request').then(drain),
  ])
})

test('nor does what Node has let go of hold up the end', async () => {
  const server = createServer()
  const { drain } = prepareDrain(server, { graceMs: 10, limitMs: 50 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const caller = net.connect({ port, host: '127.0.0.1' }, () => {
    caller.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  await once(server, 'connect')
  await Promise.all([drain(), once(caller, 'close')])
  expect(caller.destroyed).toBe(true)
})
