import './lib/require-node.mjs'

void import('./lib/audit.mjs').then(({ audit }) => audit())
