import './lib/require-node.mjs'

void import('../tools/docs/main.mjs').then(({ main }) => main(process.argv.slice(2)))
