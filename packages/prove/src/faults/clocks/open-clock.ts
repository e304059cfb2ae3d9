import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { until } from '#src/until'

export type Clock = {
  /** What makes a Node program's clock this one. */
  env: Record<string, string>
  /** Sets the clock of that process, wherever it stands. */
  set: (pid: number, instant: number) => Promise<void>
}

export function openClock(folder: string, name: string): Clock {
  const file = path.join(folder, `clock-${name}`)
  const module = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs'))
  module.searchParams.set('file', file)
  return {
    env: { NODE_OPTIONS: `--import ${module.href}` },
    set: async (pid, instant) => {
      await writeFile(file, String(instant))
      process.kill(pid, 'SIGUSR2')
      await until('the clock is set', async () => !existsSync(file))
    },
  }
}
