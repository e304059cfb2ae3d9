import type { DestinationStream } from 'pino'

/** A warning as a person reads it; the same one is not repeated for a while. */
export function warnPerson(file: string): DestinationStream {
  const lastTold = new Map<string, number>()
  return {
    write(line) {
      const { msg } = JSON.parse(line)
      if (Date.now() - (lastTold.get(msg) ?? 0) < 60_000) return
      if (lastTold.size > 100) lastTold.clear()
      lastTold.set(msg, Date.now())
      process.stderr.write(`Warning: ${msg} (more in ${file})\n`)
    },
  }
}
