import './lib/require-node.mjs'

void import('./lib/e2e.mjs').then(({ e2e }) => e2e())
