// Selects the packages that the image needs at run time. Only the Dockerfile's stage "packages" uses this file.
const ours = (name) => name === 'stockie' || name.startsWith('@stockie/')

function readPackage(manifest) {
  // pnpm installs an optional peer whenever one is available. Prisma's client would then bring Prisma's
  // command line, which brings TypeScript and React.
  for (const [name, { optional }] of Object.entries(manifest.peerDependenciesMeta ?? {})) {
    if (optional) delete manifest.peerDependencies?.[name]
  }
  if (!ours(manifest.name ?? '')) return manifest
  // The bundles contain our own packages, and the image does not use the embedded PostgreSQL. The root package has
  // what builds the bundles.
  if (manifest.name === 'stockie') return { ...manifest, dependencies: {}, devDependencies: {} }
  const published = Object.entries(manifest.dependencies ?? {}).filter(([name]) => !ours(name))
  return {
    ...manifest,
    dependencies: Object.fromEntries(published),
    devDependencies: {},
    optionalDependencies: {},
  }
}

module.exports = { hooks: { readPackage } }
