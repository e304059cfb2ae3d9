import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { apiRoot } from '@stockie/contracts'
import { type Server, startServer } from '@stockie/testkit/server-process'
import type { Stockie } from '@stockie/testkit/stockie-server'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { anchorFile, type Bench } from '#src/bench'

/** Builds an anchor page with Vite's defaults, and returns its folder. */
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

/** Serves an anchor page from a static server. */
export function serveAnchor(bench: Bench, name: string, folder = anchorFile(`web/${name}`)) {
  const file = anchorFile('web/serve.mjs')
  return startServer(bench, { name: `the page ${name}`, file, args: [folder] })
}

const stylesheetLink = /<link rel="stylesheet" href="\/([\w.]+)" \/>/

/** Serves an anchor page with inlined styles, as Stockie's are, which saves one round trip. */
export async function serveAnchorInlined(bench: Bench, name: string): Promise<Server> {
  const read = (file: string) => readFile(anchorFile(`web/${name}/${file}`), 'utf8')
  const page = await read('index.html')
  const file = stylesheetLink.exec(page)?.[1]
  if (file === undefined) throw new Error(`The page ${name} has no stylesheet link.`)
  const styles = await read(file)
  const folder = path.join(bench.folder, 'web', `${name}-inlined`)
  await mkdir(folder, { recursive: true })
  const inlined = page.replace(stylesheetLink, () => `<style>${styles}</style>`)
  await writeFile(path.join(folder, 'index.html'), inlined)
  return serveAnchor(bench, name, folder)
}

/** Serves an anchor page with the same products that Stockie lists. */
export async function serveAnchorWithRows(
  bench: Bench,
  { origin, headers }: Stockie,
  name: string,
  source: string,
): Promise<Server> {
  const folder = path.join(bench.folder, 'web', `${name}-rows`)
  await cp(source, folder, { recursive: true })
  const answer = await fetch(`${origin}${apiRoot}/products`, { headers })
  if (!answer.ok) throw new Error(`The products were answered with ${answer.status}.`)
  await writeFile(path.join(folder, 'rows.json'), await answer.text())
  return serveAnchor(bench, name, folder)
}
