import { mergeConfig } from 'vite'
import { defineProject } from 'vitest/config'

import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineProject({
    test: {
      name: 'web',
      // Excludes e2e/*.spec.ts, which Playwright runs.
      include: ['src/**/*.test.{ts,tsx}'],
      environment: './src/test/shared-window-environment.ts',
      isolate: false,
      // The same as the API's: fewer collections of short-lived objects.
      execArgv: ['--max-semi-space-size=64'],
      setupFiles: ['src/test/setup.ts'],
      // Its modules name each other without an extension, which Vite resolves and Node does not.
      server: { deps: { inline: ['@zxing/library'] } },
      // Generous for a busy machine; a quicker one never waits that long.
      testTimeout: 60_000,
    },
  }),
)
