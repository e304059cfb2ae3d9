import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { prepare } from '../../scripts/lib/prepare.mjs'
import { main, root } from '../../scripts/lib/steps.mjs'
import { auditLockfile } from './audit.mjs'
import { readLockfile } from './lockfile.mjs'
import { findRegistry } from './registry.mjs'
import { makeSbom, readLicences } from './sbom.mjs'
import { listShipped } from './shipped-packages.mjs'

/**
 * `npm run audit`: whether anything is known against a package of the lockfile. pnpm's own command asks a service
 * that the registry has given up. Where the registry cannot be asked, nothing is known, and that is no success.
 * Another registry than the one that npm asks is named behind it.
 */
export function audit(args) {
  return main(async () => {
    await prepare([])
    const [registry] = args
    const { code, lines } = await auditLockfile(registry ?? (await findRegistry()))
    for (const line of lines) console.log(line)
    process.exitCode = code
  })
}

/** `npm run sbom -- stockie.cdx.json`: the packages that the API and the web app are made of. */
export function sbom(args) {
  return main(async () => {
    await prepare([])
    const [file] = args
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
