import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const api = fileURLToPath(new URL('..', import.meta.url))
const manifest = createRequire(import.meta.url).resolve('prisma/package.json')

// Every command of Prisma's CLI first downloads a schema engine, even if it never calls it, and some machines
// may not download binaries. Any existing program is accepted as the engine. Set it only here: with it,
// "migrate deploy" and "db push" would report success and do nothing.
const env = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
}

// Starts Node directly: the shims in node_modules/.bin differ between systems.
const { status, stdout, stderr, error } = spawnSync(
  process.execPath,
  [
    join(dirname(manifest), 'build', 'index.js'),
    'generate',
    '--schema',
    '../../prisma/schema.prisma',
    '--no-hints',
  ],
  { cwd: api, env, encoding: 'utf8' },
)

if (status !== 0) {
  console.error(error?.message ?? `${stdout}${stderr}`.trim())
  process.exitCode = 1
}
