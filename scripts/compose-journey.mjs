import './lib/require-node.mjs'

void import('./lib/compose/run-journey.mjs').then(({ runJourney }) => runJourney())
