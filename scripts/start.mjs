import './lib/require-node.mjs'

// Imported only now: the check above must have passed before newer syntax is read.
void import('./lib/start.mjs').then(({ start }) => start())
