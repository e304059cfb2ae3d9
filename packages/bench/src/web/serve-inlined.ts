import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Server } from '@stockie/stage/start-server'
import { anchorFile } from '#src/anchor-file'
import type { Bench } from '#src/bench'
import { serveAnchor } from './serve-anchor'

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
