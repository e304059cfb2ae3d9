import type { Footprint } from './footprint'

/** As many connections as an API ever has. */
const most = 10

/** The harness keeps some sockets of its own for its next question. */
const few = 3

/** What an API that nobody asks for anything any more holds, and should not. */
export function namesOfLeft(before: Footprint, now: Footprint): string[] {
  const { busy, locks, waiting, lent, connections, sockets } = now
  const more = sockets === null || before.sockets === null ? 0 : sockets - before.sockets
  const left = [
    [busy, 'connections at work'],
    [locks, 'locks'],
    [waiting, 'callers that wait for a connection'],
    [lent, 'connections that nobody has given back'],
    [Math.max(connections - most, 0), 'connections too many'],
    [more > few ? more : 0, 'more sockets than before'],
  ] as const
  return left.flatMap(([count, what]) => (count > 0 ? [`${count} ${what} are left`] : []))
}
