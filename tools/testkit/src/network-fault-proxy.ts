import { once } from 'node:events'
import net from 'node:net'
import type { Random } from '@stockie/prisma/seed'
import type { TestScope } from './cleanup'

/** Delay of a slow answer in milliseconds, like a short network problem. */
const slowDelay = 2_000

/** Forwards data both ways. Each chunk that comes back is an answer, or a piece of one, and may get a fault. */
function forwardWithFaults(
  near: net.Socket,
  far: net.Socket,
  nextFault: () => NetworkFault | undefined,
): void {
  let isHalfOpen = false
  // A later chunk must not overtake a delayed one.
  let ready = Promise.resolve()

  const cut = () => {
    near.destroy()
    far.destroy()
  }
  const effects: Record<NetworkFault, (chunk: Buffer) => void> = {
    lost: cut,
    cut: (chunk) => near.write(chunk.subarray(0, chunk.length / 2), cut),
    reset: () => {
      near.resetAndDestroy()
      far.destroy()
    },
    'half-open': () => (isHalfOpen = true),
    slow: (chunk) => {
      ready = new Promise((resolve) => setTimeout(resolve, slowDelay))
      forward(chunk)
    },
  }
  function forward(chunk: Buffer): void {
    void ready.then(() => isHalfOpen || near.destroyed || near.write(chunk))
  }

  near.on('data', (chunk: Buffer) => isHalfOpen || far.write(chunk))
  far.on('data', (chunk: Buffer) => {
    if (isHalfOpen) return
    const fault = nextFault()
    if (fault === undefined) return forward(chunk)
    effects[fault](chunk)
  })
  for (const socket of [near, far]) {
    socket.on('error', cut)
    // On a half-open connection neither end learns that the other has closed.
    socket.on('close', () => isHalfOpen || cut())
  }
}

/** The ways in which an answer fails. */
export const networkFaults = ['lost', 'cut', 'reset', 'half-open', 'slow'] as const
export type NetworkFault = (typeof networkFaults)[number]

export type NetworkFaultProxy = {
  port: number
  /** Starts injecting faults: `next` decides for each chunk whether and which. */
  startFaults: (next: () => NetworkFault | undefined) => void
  /** How often each fault was injected since `startFaults`. */
  injected: Map<NetworkFault, number>
  /** Stops injecting faults, and closes half-open connections. */
  stopFaults: () => void
}

/** Opens a TCP proxy between two programs that can inject faults into the answers. */
export async function openNetworkFaultProxy(
  { onEnd }: Pick<TestScope, 'onEnd'>,
  address: string,
): Promise<NetworkFaultProxy> {
  const target = new URL(address)
  const injected = new Map<NetworkFault, number>()
  const open = new Set<net.Socket>()
  let next: () => NetworkFault | undefined = () => undefined

  function nextFault(): NetworkFault | undefined {
    const fault = next()
    if (fault !== undefined) injected.set(fault, (injected.get(fault) ?? 0) + 1)
    return fault
  }

  const server = net.createServer({ noDelay: true }, (near) => {
    const far = net.connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    for (const socket of [near, far]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
    forwardWithFaults(near, far, nextFault)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  if (typeof listening !== 'object' || !listening)
    throw new Error('The network fault proxy does not listen.')
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  onEnd(() => {
    server.close()
    cutAll()
  })

  return {
    port: listening.port,
    startFaults: (schedule) => {
      injected.clear()
      next = schedule
    },
    injected,
    stopFaults: () => {
      next = () => undefined
      cutAll()
    },
  }
}

type Options = {
  random: Random
  /** On average one in this many answers gets a fault. */
  every: number
  /** Maximum number of faults; the kinds take turns. */
  maxFaults: number
}

/** Schedules the faults of a round: the kinds take turns, starting with a random one. */
export function scheduleNetworkFaults({
  random,
  every,
  maxFaults,
}: Options): () => NetworkFault | undefined {
  const first = random.int(0, networkFaults.length - 1)
  let left = maxFaults
  let countdown = random.int(1, every * 2)
  return () => {
    countdown -= 1
    if (countdown > 0 || left === 0) return undefined
    countdown = random.int(1, every * 2)
    left -= 1
    return networkFaults[(first + left) % networkFaults.length]
  }
}

/** A round in which one kind of fault never happened proves nothing. */
export function assertAllFaultsInjected({ injected }: NetworkFaultProxy): void {
  const missed = networkFaults.filter((fault) => !injected.has(fault))
  if (missed.length > 0) throw new Error(`No answer got this fault: ${missed.join(', ')}.`)
}
