import './lib/require-node.mjs'

void import('./lib/run-package.mjs').then(({ runPackage }) => runPackage('bench'))
