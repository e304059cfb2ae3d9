import { setTimeout as wait } from 'node:timers/promises'
import { inMegabytes } from './in-megabytes'

export type Memory = { api: number[]; postgres: number[] }

type Watched = {
  api: () => Promise<number>
  postgres: () => Promise<number | undefined>
  /** Milliseconds between two looks. */
  every: number
  isOver: () => boolean
  progress: (text: string) => void
}

/** Bytes of the two, as often as that, until it is over. */
export async function watchMemory(watched: Watched): Promise<Memory> {
  const memory: Memory = { api: [], postgres: [] }
  const began = performance.now()
  while (!watched.isOver()) {
    const api = await watched.api()
    const postgres = await watched.postgres()
    memory.api.push(api)
    if (postgres !== undefined) memory.postgres.push(postgres)
    const seconds = Math.round((performance.now() - began) / 1_000)
    watched.progress(
      `${seconds} s, the API ${inMegabytes(api)}, PostgreSQL ${inMegabytes(postgres)}`,
    )
    await wait(watched.every)
  }
  return memory
}
