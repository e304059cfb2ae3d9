import path from 'node:path/posix'

/**
 * Lists all runtime dependencies of these workspace packages, direct and transitive. Excludes development
 * dependencies and optional peers: the optional peer of Prisma's client is Prisma's CLI, which Stockie does not run.
 * docker/pnpmfile.cjs excludes it too.
 * @returns {{ key: string, name: string, version: string, integrity: string, isOptional: boolean, needs: string[] }[]}
 */
export function listShipped(
  { importers, packages, snapshots },
  from,
  { withOptional = true } = {},
) {
  const found = new Map()
  const visited = new Set()

  function visitWorkspacePackage(folder) {
    if (visited.has(folder)) return
    visited.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = importers[folder]
    for (const [name, { version }] of Object.entries(dependencies))
      visit(folder, name, version, false)
    if (!withOptional) return
    for (const [name, { version }] of Object.entries(optionalDependencies))
      visit(folder, name, version, true)
  }

  function visit(folder, name, version, isOptional) {
    if (version.startsWith('link:'))
      visitWorkspacePackage(path.join(folder, version.slice('link:'.length)))
    else visitRegistryPackage(`${name}@${version}`, isOptional)
  }

  function visitRegistryPackage(snapshot, isOptional) {
    const key = withoutPeers(snapshot)
    const known = found.get(key)
    if (known && (isOptional || !known.isOptional)) return
    const { resolution, peerDependenciesMeta = {} } = packages[key]
    const at = key.lastIndexOf('@')
    const needs = []
    const entry = { key, name: key.slice(0, at), version: key.slice(at + 1), isOptional, needs }
    found.set(key, { ...entry, integrity: resolution.integrity })
    const { dependencies = {}, optionalDependencies = {} } = snapshots[snapshot]
    const edges = [
      ...Object.entries(dependencies).map((each) => [...each, isOptional]),
      ...Object.entries(optionalDependencies).map((each) => [...each, true]),
    ]
    for (const [name, version, isChildOptional] of edges) {
      if (peerDependenciesMeta[name]?.optional) continue
      needs.push(withoutPeers(`${name}@${version}`))
      visitRegistryPackage(`${name}@${version}`, isChildOptional)
    }
  }

  for (const folder of from) visitWorkspacePackage(folder)
  return [...found.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

/** `a@1.0.0(b@2.0.0)` is a@1.0.0 with the peer b, which is the same package. */
function withoutPeers(snapshot) {
  return snapshot.replace(/\(.*$/, '')
}
