import './lib/require-node.mjs'

void import('./lib/sbom.mjs').then(({ sbom }) => sbom())
