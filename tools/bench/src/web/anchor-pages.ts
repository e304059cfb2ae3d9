import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { apiRoot } from '@stockie/contracts'
import { type Server, startServer } from '@stockie/testkit/server-process'
import type { Stockie } from '@stockie/testkit/stockie-server'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { anchorFile, type Bench } from '#src/bench'

/** Builds a page of the anchors as Vite does unasked, and says where it lies. */
export async function buildAnchor(bench: Bench, name: string): Promise<string> {
  const outDir = path.join(bench.folder, 'web', name)
  await build({
    configFile: false,
    logLevel: 'error',
    root: anchorFile(`web/${name}`),
    plugins: [react()],
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  return outDir
}

/** A page of the anchors on a static server. */
export function serveAnchor(bench: Bench, name: string, folder = anchorFile(`web/${name}`)) {
  const file = anchorFile('web/serve.mjs')
  return startServer(bench, { name: `the page ${name}`, file, args: [folder] })
}

const link = /<link rel="stylesheet" href="\/([\w.]+)" \/>/

/** A page of the anchors with its styles in itself, as Stockie has them: one round trip less. */
export async function serveInlined(bench: Bench, name: string): Promise<Server> {
  const read = (file: string) => readFile(anchorFile(`web/${name}/${file}`), 'utf8')
  const page = await read('index.html')
  const file = link.exec(page)?.[1]
  if (file === undefined) throw new Error(`The page ${name} links no styles.`)
  const styles = await read(file)
  const folder = path.join(bench.folder, 'web', `${name}-inlined`)
  await mkdir(folder, { recursive: true })
  const whole = page.replace(link, () => `<style>${styles}</style>`)
  await writeFile(path.join(folder, 'index.html'), whole)
  return serveAnchor(bench, name, folder)
}

/** A page of the anchors with the very products that Stockie lists. */
export async function serveRows(
  bench: Bench,
  { origin, headers }: Stockie,
  name: string,
  from: string,
): Promise<Server> {
  const folder = path.join(bench.folder, 'web', `${name}-rows`)
  await cp(from, folder, { recursive: true })
  const answer = await fetch(`${origin}${apiRoot}/products`, { headers })
  if (!answer.ok) throw new Error(`The products were answered with ${answer.status}.`)
  await writeFile(path.join(folder, 'rows.json'), await answer.text())
  return serveAnchor(bench, name, folder)
}
