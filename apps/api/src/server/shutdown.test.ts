import { EventEmitter, once } from 'node:events'
import http, { createServer, type RequestListener } from 'node:http'
import net from 'node:net'
import v8 from 'node:v8'
import vm from 'node:vm'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { prepareDrain } from '#src/server/shutdown'

// Longer than any test may take, so only an orderly shutdown passes.
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
  const listenerCloses = () =>
    vi.waitFor(() => expect(server.listening).toBe(false), { interval: 1, timeout: 60_000 })
  return { server, drain, isDraining, port, listenerCloses }
}

function get(
  port: number,
  usedAgent: http.Agent | undefined = agent,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', agent: usedAgent }, (response) => {
      response.resume().once('end', () => resolve(response))
    })
    request.once('error', reject)
  })
}

test('drain completes a request in flight and refuses new connections', async () => {
  const requests = new EventEmitter()
  const { drain, port, listenerCloses } = await start((_request, response) => {
    response.write('half ')
    requests.emit('request', () => response.end('and half'))
  })
  const answer = get(port)
  const [finish] = await once(requests, 'request')
  const drained = drain()
  await listenerCloses()
  await expect(get(port, new http.Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  finish()
  expect((await answer).statusCode).toBe(200)
  await drained
})

test('a connection that cannot be accepted during the drain does not end it', async () => {
  const requests = new EventEmitter()
  const { server, drain, port, listenerCloses } = await start((_request, response) => {
    requests.emit('request', () => response.end())
  })
  const answer = get(port)
  const [finish] = await once(requests, 'request')
  const drained = drain()
  server.emit('error', new Error('accept EMFILE'))
  await listenerCloses()
  server.emit('error', new Error('accept EMFILE'))
  finish()
  expect((await answer).statusCode).toBe(200)
  await drained
})

/** Opens many connections at the same moment, from another thread. Returns once all are connected. */
function openConnections(port: number, count: number) {
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    const { port, count, connected } = workerData
    const answers = []
    for (let n = 0; n < count; n += 1) {
      const socket = require('node:net').connect(port, '127.0.0.1', () => {
        socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n')
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
  // Blocks this thread, so that the server accepts none of them yet.
  const deadline = performance.now() + 30_000
  for (let open = 0; open < count; open = Atomics.load(connected, 0)) {
    if (performance.now() > deadline) throw new Error(`Only ${open} of ${count} have connected.`)
    Atomics.wait(connected, 0, open, 1_000)
  }
  return once(worker, 'message').then(([answers]: string[][]) => answers)
}

test('drain accepts and answers connections that were pending when it began', async () => {
  const { drain, port } = await start((_request, response) => response.end('ok'))
  const answers = openConnections(port, 20)
  await drain()
  expect(await answers).toEqual(Array.from({ length: 20 }, () => 'HTTP/1.1 200 OK'))
})

test('drain closes the listener on a machine with very slow event-loop turns @long', async () => {
  const { drain, listenerCloses } = await start((_request, response) => response.end('ok'))
  let [turns, isOpen] = [0, true]
  function busyTurn() {
    turns += 1
    const until = performance.now() + 150
    while (performance.now() < until);
    if (isOpen) setImmediate(busyTurn)
  }
  // Even if the test fails: other files run in this worker afterwards.
  onTestFinished(() => void (isOpen = false))
  busyTurn()
  const drained = drain()
  await listenerCloses()
  isOpen = false
  await drained
  // Counting turns alone would take a hundred of them.
  expect(turns).toBeLessThan(50)
})

test('drain answers one more request on a keep-alive connection and announces its close', async () => {
  const { drain, isDraining, port, listenerCloses } = await start((_request, response) => {
    response.end('ok')
  })
  expect((await get(port)).headers.connection).toBe('keep-alive')
  const drained = drain()
  expect(isDraining()).toBe(true)
  await listenerCloses()
  expect((await get(port)).headers.connection).toBe('close')
  await drained
})

test('drain announces the close in answers that were in flight when it began', async () => {
  const requests = new EventEmitter()
  const { drain, port, listenerCloses } = await start((_request, response) => {
    requests.emit('request', () => response.end('ok'))
  })
  const answer = get(port)
  const [finish] = await once(requests, 'request')
  const drained = drain()
  await listenerCloses()
  finish()
  expect((await answer).headers.connection).toBe('close')
  await drained
})

test('an answered request is garbage-collected while its connection stays open', async () => {
  let requestRef: WeakRef<http.IncomingMessage> | undefined
  const { drain, port } = await start((request, response) => {
    requestRef = new WeakRef(request)
    response.end('ok')
  })
  await get(port)
  v8.setFlagsFromString('--expose-gc')
  const collect: () => void = vm.runInNewContext('gc')
  await vi.waitFor(() => {
    collect()
    expect(requestRef?.deref()).toBeUndefined()
  }, 60_000)
  await drain()
})

test('drain does not wait for idle and unused connections', async () => {
  const { drain, port } = await start((_request, response) => response.end('ok'))
  await get(port)
  const unused = net.connect(port, '127.0.0.1')
  await once(unused, 'connect')
  await get(port)
  unused.resume()
  await Promise.all([drain(), once(unused, 'close')])
  expect(unused.destroyed).toBe(true)
})

test('drain destroys connections that are still busy after its time limit', async () => {
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

test('drain does not wait for connections that Node already released', async () => {
  const server = createServer()
  const { drain } = prepareDrain(server, { graceMs: 10, limitMs: 50 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const client = net.connect({ port, host: '127.0.0.1' }, () => {
    client.write('CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  })
  await once(server, 'connect')
  await Promise.all([drain(), once(client, 'close')])
  expect(client.destroyed).toBe(true)
})
