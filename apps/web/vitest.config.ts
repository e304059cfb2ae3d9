import { mergeConfig } from 'vite'
import { defineProject } from 'vitest/config'

import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineProject({
    test: { name: 'web', environment: 'happy-dom', setupFiles: ['src/test/setup.ts'] },
  }),
)
