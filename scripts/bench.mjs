import './lib/require-node.mjs'

void import('./lib/bench.mjs').then(({ bench }) => bench())
