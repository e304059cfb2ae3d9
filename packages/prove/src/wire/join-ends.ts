import type net from 'node:net'
import type { Harm } from './open-wire'

/** A slow answer's delay, as in a network that has a bad moment. */
const slowness = 2_000

/** Hands on both ways. What comes back is an answer, or a piece of one, and may come to harm. */
export function joinEnds(
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
  const harms: Record<Harm, (chunk: Buffer) => void> = {
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
    harms[harm](chunk)
  })
  for (const socket of [near, far]) {
    socket.on('error', cut)
    // Of a line that is half open neither end hears that the other has gone.
    socket.on('close', () => isHalfOpen || cut())
  }
}
