import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { prepare } from '../../scripts/lib/prepare.mjs'
import { main, root } from '../../scripts/lib/process.mjs'
import { auditLockfile } from './audit.mjs'
import { readLockfile } from './lockfile.mjs'
import { findRegistry } from './registry.mjs'
import { createSbom, readLicences } from './sbom.mjs'
import { listShipped } from './shipped-packages.mjs'

/**
 * `npm run audit`: fails on advisories for packages of the lockfile. `pnpm audit` uses a service that the registry has
 * retired. The audit also fails if the registry cannot be reached. An argument names another registry than npm's.
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

/** `npm run sbom -- stockie.cdx.json`: writes the packages of the API and the web app as CycloneDX. */
export function sbom(args) {
  return main(async () => {
    await prepare([])
    const [file] = args
    const packages = listShipped(await readLockfile(), ['apps/api', 'apps/web'])
    const licences = await readLicences(packages)
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    const text = `${JSON.stringify(createSbom({ packages, licences, version }), null, 2)}\n`
    if (!file) {
      process.stdout.write(text)
      return
    }
    await writeFile(path.resolve(process.env.INIT_CWD ?? '.', file), text)
    console.log(`${file}: ${packages.length} packages, ${licences.size} of them with a licence.`)
  })
}
