import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/**
 * Nobody needs the rules before typing: of the contracts, the first page takes the API's root, the
 * roles and the names of headers, and no zod. Of folders by that name the package alone: the forms' resolver
 * is in another, and would draw in the forms.
 */
function isForLater(id: string) {
  return /node_modules[\\/]zod[\\/]|[\\/]contracts[\\/]src[\\/](?!api-root|idempotency-key-header|roles|total-count-header)/.test(
    id,
  )
}

export default defineConfig({
  plugins: [react(), tailwindcss(), sonnerWithoutInlineStyle()],
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
            {
              name: 'app',
              tags: ['$initial'],
              test: (id) => !isForLater(id),
              includeDependenciesRecursively: false,
            },
            // The login asks for them alone, once somebody types.
            {
              name: 'rules',
              minShareCount: 2,
              test: isForLater,
              includeDependenciesRecursively: false,
            },
            { name: 'screens', minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
