import { setTimeout as wait } from 'node:timers/promises'
import type { Called } from '#src/call'
import type { Clients } from '#src/clients/open-clients'
import type { Session } from '#src/open-session'
import type { Round } from '#src/round'
import { hold, type Lock } from './locks'

type Options = {
  clients: Clients
  console: Session
  /** One write that needs what is held, asked for once. */
  write: () => Promise<Called>
  /** Milliseconds that it is held. */
  time: number
}

/** What a write was told meanwhile and what the clients were, and how long these were not served after it. */
export async function meetLock(
  { clients, console, write, time }: Options,
  round: Round,
  lock: Lock,
) {
  clients.begin(round)
  await clients.hear(50)
  await hold(console, lock)
  const [told] = await Promise.all([write().catch(() => null), wait(time)])
  await console.run('rollback')
  const freed = performance.now()
  await clients.hear(50)
  const recovery = performance.now() - freed
  return { told, recovery, journal: await clients.finish() }
}
