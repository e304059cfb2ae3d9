import './lib/require-node.mjs'

void import('./lib/pictures.mjs').then(({ pictures }) => pictures())
