import type { State } from './finding'

const megabyte = 1024 * 1024

/** How much room a disk needs to have, for a database that must never meet a full one. */
export function judgeSpace({ free, size }: { free: number; size: number }): State {
  if (free < 200 * megabyte) return 'wrong'
  return free < 2048 * megabyte || free < size / 10 ? 'look' : 'ok'
}
