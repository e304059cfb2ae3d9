import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { apiRoot } from '@stockie/contracts'
import { anchorFile } from '#src/anchor-file'
import type { Bench } from '#src/bench'
import { inRounds } from '#src/in-rounds'
import { median } from '#src/median'
import { ratios } from '#src/ratios'
import type { Measure } from '#src/row'
import type { Stockie } from '#src/start-stockie'
import { heapSize } from './heap-size'
import { openWebShop } from './open-web-shop'
import { productList } from './product-list'
import { serveAnchor } from './serve-anchor'
import { visit } from './visit'

/** W8: what a long list holds once it was sorted and searched. */
export const heap: Measure = {
  row: {
    id: 'W8',
    name: 'heap with 100,000 rows',
    anchor: 'precomputed keys alone',
    goal: { atMost: 2 },
    moonshot: { atMost: 1.2 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, 'products-100k')
    const keys = await serveAnchor(bench, 'keys', await fillKeys(bench, stockie))
    const found = await inRounds(bench, {
      stockie: () => afterUse(browser, stockie),
      anchor: () => visit(browser, { url: keys.origin }, afterLoading),
    })
    return {
      rounds: ratios(found.stockie, found.anchor),
      shown: Object.entries(found).map(([side, bytes]) => {
        return `${side} ${(median(bytes) / 1e6).toFixed(1)} MB`
      }),
    }
  },
}

/** The same rows as Stockie has. */
async function fillKeys(bench: Bench, { origin, headers }: Stockie): Promise<string> {
  const folder = path.join(bench.folder, 'web', 'keys')
  await mkdir(folder, { recursive: true })
  for (const file of ['index.html', 'keys.js']) {
    await copyFile(anchorFile(`web/keys/${file}`), path.join(folder, file))
  }
  const answer = await fetch(`${origin}${apiRoot}/products`, { headers })
  if (!answer.ok) throw new Error(`The products were answered with ${answer.status}.`)
  await writeFile(path.join(folder, 'rows.json'), await answer.text())
  return folder
}

function afterUse(browser: Browser, { origin, token }: Stockie): Promise<number> {
  return visit(browser, { url: `${origin}/product`, token }, async (page, open) => {
    const list = productList(page)
    await open()
    await list.settle(5_000)
    await list.sort('Product Name', 'Desc')
    await list.beginSearch()
    await list.key('4')
    await list.endSearch()
    await page.waitForTimeout(2_000)
    return heapSize(page)
  })
}

async function afterLoading(page: Page, open: () => Promise<void>): Promise<number> {
  await open()
  await page.waitForFunction(() => globalThis.held)
  return heapSize(page)
}
