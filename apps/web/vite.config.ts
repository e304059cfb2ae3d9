import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { appChunk } from './vite/app-chunk.ts'
import { compressFiles } from './vite/compressed-files.ts'
import { firstPage } from './vite/first-page.ts'

/** Keeps the Host header, which the API compares with the page's origin. Vite would replace it by default. */
const api = {
  target: process.env.STOCKIE_API_ORIGIN ?? 'http://127.0.0.1:3000',
  changeOrigin: false,
}

/**
 * Removes the <style> that Sonner inserts as it loads, because the content security policy forbids it.
 * components/ui/sonner.tsx imports the same rules as a file.
 */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    apply: 'build',
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs/ },
      handler(code) {
        const withoutStyles = code.replace(/^__insertCSS\(".*"\);$/m, '')
        if (withoutStyles === code) this.error('sonner inserts its styles in another way now')
        return { code: withoutStyles, map: null }
      },
    },
  }
}

/**
 * Radix UI keeps the names of its functions with calls that have side effects, and these keep unused code.
 * Without them, the first load is 3.9 kB smaller by gzip.
 */
function radixWithoutNames(): Plugin {
  const keepName = /^var __name = .*$/m
  return {
    name: 'radix-without-names',
    apply: 'build',
    transform: {
      filter: { id: /@radix-ui\/[\w-]+\/dist\/index\.mjs/, code: '__name(' },
      handler(code) {
        if (!keepName.test(code)) this.error('Radix UI keeps the names in another way now')
        return {
          code: code.replace(keepName, 'var __name = /* @__NO_SIDE_EFFECTS__ */ (value) => value;'),
          map: null,
        }
      },
    },
  }
}

/**
 * React Router's package names its build for development alone. The one for production has the same functions
 * without the checks and warnings for developers.
 */
function routerForProduction(): Plugin {
  return {
    name: 'router-for-production',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      async handler(source, importer, options) {
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
        const development = /(?<=[\\/]react-router[\\/]dist[\\/])development(?=[\\/])/
        if (!resolved || !development.test(resolved.id)) {
          return this.error('react-router has no production build now')
        }
        return { ...resolved, id: resolved.id.replace(development, 'production') }
      },
    },
  }
}

/** Zod and the contracts' schemas: only forms need them, and forms load after the lists. */
const schemas = /node_modules[\\/]zod[\\/]|[\\/]contracts[\\/]src[\\/](?!index|zod-free[\\/])/

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutInlineStyle(),
    radixWithoutNames(),
    routerForProduction(),
    firstPage(),
    compressFiles(),
  ],
  resolve: {
    tsconfigPaths: true,
    // TanStack's store imports this shim for React before 18. React itself has the hook.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
  },
  server: {
    port: Number(process.env.PORT ?? 5173),
    strictPort: true,
    proxy: { '/api': api, '/livez': api, '/readyz': api },
  },
  build: {
    // All target browsers support modulepreload.
    modulePreload: { polyfill: false },
    // One file for what every page needs and one for shared code, instead of seventy small ones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], includeDependenciesRecursively: false },
            // Alone: if it were among the screens, the rules would import the screens, which import the rules.
            { name: 'money', test: /zod-free[\\/]money\./, includeDependenciesRecursively: false },
            { name: 'rules', test: schemas, includeDependenciesRecursively: false },
            { name: appChunk, debugName: 'app', includeDependenciesRecursively: false },
            { name: 'screens', minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
