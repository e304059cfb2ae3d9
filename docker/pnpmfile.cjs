// Which packages the image runs with: for the Dockerfile's stage "packages" alone.
const ours = (name) => name === 'stockie' || name.startsWith('@stockie/')

function readPackage(manifest) {
  // pnpm takes an optional peer wherever one is at hand: Prisma's client would bring Prisma's
  // command line along, and that TypeScript and React.
  for (const [name, { optional }] of Object.entries(manifest.peerDependenciesMeta ?? {})) {
    if (optional) delete manifest.peerDependencies?.[name]
  }
  if (!ours(manifest.name ?? '')) return manifest
  // Our own packages are inside the bundles, and the embedded PostgreSQL is not for here.
  const published = Object.entries(manifest.dependencies ?? {}).filter(([name]) => !ours(name))
  return {
    ...manifest,
    dependencies: Object.fromEntries(published),
    devDependencies: {},
    optionalDependencies: {},
  }
}

module.exports = { hooks: { readPackage } }
