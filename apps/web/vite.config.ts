import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { appChunk } from './vite/app-chunk.ts'
import { compressFiles } from './vite/compressed-files.ts'
import { firstPage } from './vite/first-page.ts'

const api = process.env.STOCKIE_API_ORIGIN ?? 'http://127.0.0.1:3000'

/**
 * Sonner writes a <style> into the page as it loads, which the content security policy forbids.
 * components/ui/sonner.tsx imports the same rules as a file.
 */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    apply: 'build',
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs/ },
      handler(code) {
        const without = code.replace(/^__insertCSS\(".*"\);$/m, '')
        if (without === code) this.error('sonner no longer inserts its styles the way it did')
        return { code: without, map: null }
      },
    },
  }
}

/** Zod and the contracts' rules: for forms, which come later than all that is read. */
const rules = /node_modules[\\/]zod[\\/]|[\\/]contracts[\\/]src[\\/](?!index|zod-free[\\/])/

export default defineConfig({
  plugins: [react(), tailwindcss(), sonnerWithoutInlineStyle(), firstPage(), compressFiles()],
  resolve: { tsconfigPaths: true },
  server: {
    port: Number(process.env.PORT ?? 5173),
    strictPort: true,
    proxy: { '/api': api, '/livez': api, '/readyz': api },
  },
  build: {
    // Every browser of the target knows modulepreload.
    modulePreload: { polyfill: false },
    // What every page needs is one file and what several share is another, not seventy small ones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], includeDependenciesRecursively: false },
            { name: 'rules', test: rules, includeDependenciesRecursively: false },
            { name: appChunk, debugName: 'app', includeDependenciesRecursively: false },
            { name: 'screens', minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
