import { auditLockfile } from './packages/audit-lockfile.mjs'
import { findRegistry } from './packages/find-registry.mjs'
import { prepare } from './prepare.mjs'
import { main } from './steps.mjs'

/**
 * `npm run audit`: whether anything is known against a package of the lockfile. pnpm's own command asks a service
 * that the registry has given up. Where the registry cannot be asked, nothing is known, and that is no success.
 * Another registry than the one that npm asks is named behind it.
 */
export function audit() {
  return main(async () => {
    await prepare([])
    const [registry] = process.argv.slice(2)
    const { code, lines } = await auditLockfile(registry ?? (await findRegistry()))
    for (const line of lines) console.log(line)
    process.exitCode = code
  })
}
