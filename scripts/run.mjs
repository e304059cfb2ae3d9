import './lib/require-node.mjs'

void import('./lib/run.mjs').then(({ run }) => run())
