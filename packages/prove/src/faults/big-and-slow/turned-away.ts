import { NotHere } from '@stockie/stage/not-here'

/** A system's words for having no room for a connection. Whatever else one ends with is the server's doing. */
const noRoom = ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'EAGAIN']

/** Idle connections that an API did not take; where the system has no room for them, and it is well, they cannot be tried. */
export function turnedAway(refused: Record<string, number>, isReady: boolean): string[] {
  const all = Object.entries(refused).map(([why, count]) => `${count} by ${why}`)
  if (all.length === 0) return []
  const what = `idle connections could not be opened: ${all.join(', ')}`
  const isRoom = Object.keys(refused).some((why) => !noRoom.includes(why))
  if (isReady && !isRoom) throw new NotHere(what)
  return [what]
}
