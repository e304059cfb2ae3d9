import { once } from 'node:events'
import net from 'node:net'
import type { Random } from '@stockie/prisma/seed'
import type { TestScope } from '@stockie/testkit/cleanup'

/** A slow answer's delay, as in a network that has a bad moment. */
const slowness = 2_000

/** Hands on both ways. What comes back is an answer, or a piece of one, and may come to harm. */
function forwardWithHarms(
  near: net.Socket,
  far: net.Socket,
  nextHarm: () => Harm | undefined,
): void {
  let isHalfOpen = false
  // What comes later must not overtake what is late.
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
      ready = new Promise((resolve) => setTimeout(resolve, slowness))
      handOn(chunk)
    },
  }
  function handOn(chunk: Buffer): void {
    void ready.then(() => isHalfOpen || near.destroyed || near.write(chunk))
  }

  near.on('data', (chunk: Buffer) => isHalfOpen || far.write(chunk))
  far.on('data', (chunk: Buffer) => {
    if (isHalfOpen) return
    const harm = nextHarm()
    if (harm === undefined) return handOn(chunk)
    effects[harm](chunk)
  })
  for (const socket of [near, far]) {
    socket.on('error', cut)
    // Of a line that is half open neither end hears that the other has gone.
    socket.on('close', () => isHalfOpen || cut())
  }
}

/** What may become of an answer on its way. */
export const harms = ['lost', 'cut', 'reset', 'half-open', 'slow'] as const
export type Harm = (typeof harms)[number]

export type FaultyProxy = {
  port: number
  /** From now on now and then an answer comes to harm; which one, and how, says `next`. */
  harmBy: (next: () => Harm | undefined) => void
  /** How often each harm was done since then. */
  done: Map<Harm, number>
  /** From now on everything passes; what was half open is cut. */
  mend: () => void
}

/** A wire of our own between two programs, which hands on what comes, and does harm to answers. */
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
  if (typeof listening !== 'object' || !listening) throw new Error('The wire does not listen.')
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  onEnd(() => {
    server.close()
    cutAll()
  })

  return {
    port: listening.port,
    harmBy: (chosen) => {
      done.clear()
      next = chosen
    },
    done,
    mend: () => {
      next = () => undefined
      cutAll()
    },
  }
}

type Options = {
  random: Random
  /** An answer in so many comes to harm, more or less. */
  every: number
  /** How many harms at most, each kind in its turn. */
  most: number
}

/** The harms of a round: each kind in turn, beginning with any. */
export function scheduleHarms({ random, every, most }: Options): () => Harm | undefined {
  const first = random.int(0, harms.length - 1)
  let left = most
  let until = random.int(1, every * 2)
  return () => {
    until -= 1
    if (until > 0 || left === 0) return undefined
    until = random.int(1, every * 2)
    left -= 1
    return harms[(first + left) % harms.length]
  }
}

/** A line that did nobody any harm has proved nothing. */
export function assertAllHarmsDone({ done }: FaultyProxy): void {
  const missed = harms.filter((harm) => !done.has(harm))
  if (missed.length > 0) throw new Error(`No answer came to this harm: ${missed.join(', ')}.`)
}
