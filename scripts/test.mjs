import './lib/require-node.mjs'

void import('./lib/test.mjs').then(({ test }) => test())
