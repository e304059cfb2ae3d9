import type { Page } from '@playwright/test'

/** Bytes that cannot be given back: of objects, and of the arrays of numbers that lie beside them. */
export async function heapSize(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  // What the first round finalizes goes with the second.
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  return usedSize + backingStorageSize
}
