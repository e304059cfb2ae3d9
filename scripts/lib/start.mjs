import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { root } from './root.mjs'
import { main } from './steps.mjs'

/** Makes ready what is not, then becomes the server: one process to watch and to stop. */
export function start() {
  return main(async () => {
    await prepare(['build'])
    process.env.NODE_ENV ??= 'production'
    await import(pathToFileURL(path.join(root, 'apps/api/dist/main.mjs')).href)
  })
}
