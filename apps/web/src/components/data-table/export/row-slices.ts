import { pageClock } from '@/lib/rows/step-scheduler'

import type { ExportCell } from './export-plan'

interface RowSource<Item> {
  items: readonly Item[]
  toRows: (item: Item) => ExportCell[][]
  signal: AbortSignal
  /** Receives the number of items that are done, after each slice. */
  onProgress: (done: number) => void
}

/** In milliseconds, as in step-scheduler.ts. */
const sliceDuration = 8

/** The rows of a file. It pauses after each slice, in which the page handles keys and clicks. */
export async function* readInSlices<Item>(
  { items, toRows, signal, onProgress }: RowSource<Item>,
  clock = pageClock,
): AsyncGenerator<ExportCell[], void> {
  let end = clock.now() + sliceDuration
  for (const [place, item] of items.entries()) {
    for (const row of toRows(item)) {
      yield row
      if (clock.now() < end) continue
      onProgress(place)
      await new Promise<void>((resolve) => clock.pause(resolve))
      signal.throwIfAborted()
      end = clock.now() + sliceDuration
    }
  }
}
