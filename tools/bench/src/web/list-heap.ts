import type { Browser, Page } from '@playwright/test'
import type { Stockie } from '@stockie/testkit/stockie-server'
import { anchorFile, type Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { median, ratios } from '#src/scoring'
import { serveAnchorWithRows } from './anchor-pages'
import { productList } from './product-list'
import { openWebShop, visit } from './web-shop'

/** Bytes after garbage collection, of objects and of the typed arrays outside of the heap. */
async function readHeapSize(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  // Twice: the second collection frees what the first one finalized.
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  return usedSize + backingStorageSize
}

/** W8: the memory of a long list after sorting and searching. */
export const listHeap: Measure = {
  row: {
    id: 'W8',
    name: 'heap with 100,000 rows',
    anchor: 'precomputed keys alone',
    goal: { atMost: 1.2 },
    moonshot: { atMost: 1.2 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, 'products-100k')
    const keys = await serveAnchorWithRows(bench, stockie, 'keys', anchorFile('web/keys'))
    const found = await inRounds(bench, {
      stockie: () => measureAfterUse(browser, stockie),
      anchor: () => visit(browser, { url: keys.origin }, measureAfterLoading),
    })
    return {
      rounds: ratios(found.stockie, found.anchor),
      shown: Object.entries(found).map(([side, bytes]) => {
        return `${side} ${(median(bytes) / 1e6).toFixed(1)} MB`
      }),
    }
  },
}

function measureAfterUse(browser: Browser, { origin, token }: Stockie): Promise<number> {
  return visit(browser, { url: `${origin}/product`, token }, async (page, open) => {
    const list = productList(page)
    await open()
    await list.settle(5_000)
    await list.sort('Product Name', 'Desc')
    await list.beginSearch()
    await list.key('4')
    await list.endSearch()
    await page.waitForTimeout(2_000)
    return readHeapSize(page)
  })
}

async function measureAfterLoading(page: Page, open: () => Promise<void>): Promise<number> {
  await open()
  await page.waitForFunction(() => globalThis.held)
  return readHeapSize(page)
}
