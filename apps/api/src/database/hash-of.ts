import { hash } from 'node:crypto'

/** By what a body is recognized, as its contract has read it: however it was written. */
export function hashOf(input: unknown): Buffer {
  return hash('sha256', JSON.stringify(input), 'buffer')
}
