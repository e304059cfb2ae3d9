import './lib/require-node.mjs'

void import('./lib/check.mjs').then(({ check }) => check())
