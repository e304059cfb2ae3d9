import { copyFile, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const api = fileURLToPath(new URL('../', import.meta.url))
// Tests build into their own folder. It must be as deep in the tree as dist.
const outdir = process.argv[2] ?? 'dist'
const { dependencies, optionalDependencies } = JSON.parse(
  await readFile(`${api}package.json`, 'utf8'),
)

// Bundles only our own packages, because they export TypeScript. All others stay in node_modules.
const external = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
  (name) => !name.startsWith('@stockie/'),
)

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
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  external,
  // A dependency of the seed is CommonJS and loads Node's modules with `require`.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
})
await copyFile(`${api}src/security/password-worker.mjs`, `${api}${outdir}/password-worker.mjs`)
