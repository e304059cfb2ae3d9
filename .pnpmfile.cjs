// Optional peers that no program here uses, by the package that declares them. pnpm adds an optional peer as soon as
// another package of the workspace has it. `npm start` would then install Prisma's command line and TypeScript: 230 MB.
const unused = {
  '@prisma/client': ['prisma', 'typescript'],
  '@hookform/resolvers': ['@standard-schema/spec', 'ajv', 'ajv-formats', 'valibot'],
  vite: ['jiti', 'tsx', 'yaml'],
}

function readPackage(manifest) {
  for (const name of unused[manifest.name] ?? []) {
    delete manifest.peerDependencies?.[name]
    delete manifest.peerDependenciesMeta?.[name]
  }
  return manifest
}

module.exports = { hooks: { readPackage } }
