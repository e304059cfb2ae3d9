import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']
let isOpen = false

/**
 * One window for all files of a worker, since they share the modules, some of which listen to it. Loading
 * both anew for every file took longer than the tests. What a test leaves in them, setup.ts clears.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest looks for it.
export default {
  ...happyDom,
  name: 'one-window',
  async setup(global, options) {
    if (!isOpen) await happyDom.setup(global, options)
    isOpen = true
    return { teardown: () => {} }
  },
} satisfies Environment
