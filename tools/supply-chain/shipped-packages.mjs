import path from 'node:path/posix'

/**
 * What the lockfile brings to whoever runs Stockie: all that these packages of ours need, however deep.
 * Neither what they are developed with, nor what others take only where it is at hand (an optional peer): of
 * Prisma's client that is Prisma's command line, which no Stockie runs. docker/pnpmfile.cjs leaves it out too.
 * @returns {{ key: string, name: string, version: string, integrity: string, isOptional: boolean, needs: string[] }[]}
 */
export function listShipped(
  { importers, packages, snapshots },
  from,
  { withOptional = true } = {},
) {
  const found = new Map()
  const visited = new Set()

  function visitOurs(folder) {
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
    if (version.startsWith('link:')) visitOurs(path.join(folder, version.slice('link:'.length)))
    else visitPublished(`${name}@${version}`, isOptional)
  }

  function visitPublished(snapshot, isOptional) {
    const key = withoutPeers(snapshot)
    const known = found.get(key)
    if (known && (isOptional || !known.isOptional)) return
    const { resolution, peerDependenciesMeta = {} } = packages[key]
    const at = key.lastIndexOf('@')
    const needs = []
    const entry = { key, name: key.slice(0, at), version: key.slice(at + 1), isOptional, needs }
    found.set(key, { ...entry, integrity: resolution.integrity })
    const { dependencies = {}, optionalDependencies = {} } = snapshots[snapshot]
    const needed = [
      ...Object.entries(dependencies).map((each) => [...each, isOptional]),
      ...Object.entries(optionalDependencies).map((each) => [...each, true]),
    ]
    for (const [name, version, beneathOptional] of needed) {
      if (peerDependenciesMeta[name]?.optional) continue
      needs.push(withoutPeers(`${name}@${version}`))
      visitPublished(`${name}@${version}`, beneathOptional)
    }
  }

  for (const folder of from) visitOurs(folder)
  return [...found.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

/** `a@1.0.0(b@2.0.0)` is a@1.0.0 beside that b: the same package, wherever it stands. */
function withoutPeers(snapshot) {
  return snapshot.replace(/\(.*$/, '')
}
