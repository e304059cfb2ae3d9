import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listShipped } from './packages/list-shipped.mjs'
import { makeSbom } from './packages/make-sbom.mjs'
import { readLicences } from './packages/read-licences.mjs'
import { readLockfile } from './packages/read-lockfile.mjs'
import { prepare } from './prepare.mjs'
import { root } from './root.mjs'
import { main } from './steps.mjs'

/** `npm run sbom -- stockie.cdx.json`: the packages that the API and the web app are made of. */
export function sbom() {
  return main(async () => {
    await prepare([])
    const [file] = process.argv.slice(2)
    const packages = listShipped(await readLockfile(), ['apps/api', 'apps/web'])
    const licences = await readLicences(packages)
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    const text = `${JSON.stringify(makeSbom({ packages, licences, version }), null, 2)}\n`
    if (!file) {
      process.stdout.write(text)
      return
    }
    await writeFile(path.resolve(process.env.INIT_CWD ?? '.', file), text)
    console.log(`${file}: ${packages.length} packages, ${licences.size} of them with a licence.`)
  })
}
