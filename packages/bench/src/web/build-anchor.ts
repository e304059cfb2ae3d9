import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { anchorFile } from '#src/anchor-file'
import type { Bench } from '#src/bench'

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
