import { once } from 'node:events'
import net from 'node:net'
import type { Random } from '@stockie/prisma/seed'
import type { TestScope } from '@stockie/testkit/cleanup'

/** Delay of a slow answer in milliseconds, like a short network problem. */
const slowDelay = 2_000

/** Forwards data both ways. Each chunk that comes back is an answer, or a piece of one, and may be harmed. */
function forwardWithHarms(
  near: net.Socket,
  far: net.Socket,
  nextHarm: () => Harm | undefined,
): void {
  let isHalfOpen = false
  // A later chunk must not overtake a delayed one.
  let ready = Promise.resolve()

  const cut = () => {
    near.destroy()
    far.destroy()
  }
  const effects: Record<Harm, (chunk: Buffer) => void> = {
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
    const harm = nextHarm()
    if (harm === undefined) return forward(chunk)
    effects[harm](chunk)
  })
  for (const socket of [near, far]) {
    socket.on('error', cut)
    // On a half-open connection neither end learns that the other has closed.
    socket.on('close', () => isHalfOpen || cut())
  }
}

/** The ways in which an answer is harmed. */
export const harms = ['lost', 'cut', 'reset', 'half-open', 'slow'] as const
export type Harm = (typeof harms)[number]

export type FaultyProxy = {
  port: number
  /** Starts harming answers: `next` decides for each chunk whether and how. */
  setHarms: (next: () => Harm | undefined) => void
  /** How often each harm was done since `setHarms`. */
  done: Map<Harm, number>
  /** Stops harming answers, and closes half-open connections. */
  stopHarms: () => void
}

/** Opens a TCP proxy between two programs that can harm answers. */
export async function openFaultyProxy(
  { onEnd }: Pick<TestScope, 'onEnd'>,
  address: string,
): Promise<FaultyProxy> {
  const target = new URL(address)
  const done = new Map<Harm, number>()
  const open = new Set<net.Socket>()
  let next: () => Harm | undefined = () => undefined

  function nextHarm(): Harm | undefined {
    const harm = next()
    if (harm !== undefined) done.set(harm, (done.get(harm) ?? 0) + 1)
    return harm
  }

  const server = net.createServer({ noDelay: true }, (near) => {
    const far = net.connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    for (const socket of [near, far]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
    forwardWithHarms(near, far, nextHarm)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  if (typeof listening !== 'object' || !listening)
    throw new Error('The faulty proxy does not listen.')
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  onEnd(() => {
    server.close()
    cutAll()
  })

  return {
    port: listening.port,
    setHarms: (schedule) => {
      done.clear()
      next = schedule
    },
    done,
    stopHarms: () => {
      next = () => undefined
      cutAll()
    },
  }
}

type Options = {
  random: Random
  /** On average one in this many answers is harmed. */
  every: number
  /** Maximum number of harms; the kinds take turns. */
  maxHarms: number
}

/** Schedules the harms of a round: the kinds take turns, starting with a random one. */
export function scheduleHarms({ random, every, maxHarms }: Options): () => Harm | undefined {
  const first = random.int(0, harms.length - 1)
  let left = maxHarms
  let countdown = random.int(1, every * 2)
  return () => {
    countdown -= 1
    if (countdown > 0 || left === 0) return undefined
    countdown = random.int(1, every * 2)
    left -= 1
    return harms[(first + left) % harms.length]
  }
}

/** A round in which a kind of harm never happened proves nothing. */
export function assertAllHarmsDone({ done }: FaultyProxy): void {
  const missed = harms.filter((harm) => !done.has(harm))
  if (missed.length > 0) throw new Error(`No answer was harmed in this way: ${missed.join(', ')}.`)
}
