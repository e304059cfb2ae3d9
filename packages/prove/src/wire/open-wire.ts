import { once } from 'node:events'
import net from 'node:net'
import type { Stage } from '@stockie/stage/stage'
import { joinEnds } from './join-ends'

/** What may become of an answer on its way. */
export const harms = ['lost', 'cut', 'reset', 'half-open', 'slow'] as const
export type Harm = (typeof harms)[number]

export type Wire = {
  port: number
  /** From now on now and then an answer comes to harm; which one, and how, says `next`. */
  harmBy: (next: () => Harm | undefined) => void
  /** How often each harm was done since then. */
  done: Map<Harm, number>
  /** From now on everything passes; what was half open is cut. */
  mend: () => void
}

/** A wire of our own between two programs, which hands on what comes, and does harm to answers. */
export async function openWire({ onEnd }: Pick<Stage, 'onEnd'>, address: string): Promise<Wire> {
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
    joinEnds(near, far, nextHarm)
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
