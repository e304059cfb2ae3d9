import { mergeConfig } from 'vite'
import { defineProject } from 'vitest/config'

import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineProject({
    test: {
      name: 'web',
      // Not e2e/*.spec.ts, which are Playwright's.
      include: ['src/**/*.test.{ts,tsx}'],
      environment: './src/test/shared-window-environment.ts',
      isolate: false,
      setupFiles: ['src/test/setup.ts'],
      // How long a busy machine may take; nothing waits when it is quicker.
      testTimeout: 60_000,
    },
  }),
)
