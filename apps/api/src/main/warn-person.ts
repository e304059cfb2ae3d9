import type { DestinationStream } from 'pino'
import { complain } from './tell'

/** A warning as a person reads it; the same one is not repeated for a while. */
export function warnPerson(file: string): DestinationStream {
  const lastTold = new Map<string, number>()
  return {
    write(line) {
      const { msg } = JSON.parse(line)
      if (performance.now() - (lastTold.get(msg) ?? -Infinity) < 60_000) return
      if (lastTold.size > 100) lastTold.clear()
      lastTold.set(msg, performance.now())
      complain(`Warning: ${msg} (more in ${file})`)
    },
  }
}
