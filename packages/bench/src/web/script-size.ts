import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Asked } from './record-requests'

/** Bytes of all scripts by gzip -9, those in the page itself too: how a server compresses does not count. */
export async function scriptSize(page: Page, asked: readonly Asked[]): Promise<number> {
  const files = asked.filter(({ isScript }) => isScript)
  const bodies = await Promise.all(files.map(({ url }) => read(url)))
  const inline = await page.evaluate(() =>
    Array.from(document.scripts, (script) => (script.src ? '' : script.textContent)).join(''),
  )
  bodies.push(Buffer.from(inline))
  return bodies.reduce((sum, body) => sum + (body.length && gzipSync(body, { level: 9 }).length), 0)
}

async function read(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}
