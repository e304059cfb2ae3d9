import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']
let isSetUp = false

/**
 * All files of a worker share one window, because they share modules that listen to it. Loading
 * both again for each file took longer than the tests. setup.ts clears what tests leave.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest looks for it.
export default {
  ...happyDom,
  name: 'one-window',
  async setup(global, options) {
    if (!isSetUp) await happyDom.setup(global, options)
    isSetUp = true
    return { teardown: () => {} }
  },
} satisfies Environment
