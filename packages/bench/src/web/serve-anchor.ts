import { startServer } from '@stockie/stage/start-server'
import { anchorFile } from '#src/anchor-file'
import type { Bench } from '#src/bench'

/** A page of the anchors on a static server. */
export function serveAnchor(bench: Bench, name: string, folder = anchorFile(`web/${name}`)) {
  const file = anchorFile('web/serve.mjs')
  return startServer(bench, { name: `the page ${name}`, file, args: [folder] })
}
