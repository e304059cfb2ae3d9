import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashFiles, tasks } from './prepare.mjs'

let root

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'stockie-prepare-'))
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function hashWith(file, text) {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), text)
  return hashFiles(root, ['apps/api', 'apps/web', 'prisma'])
}

test.each([
  'apps/api/src/database/generated/client.ts',
  'apps/api/src/main.ts',
  'apps/api/src/modules/test/e2e/testing.ts',
  'apps/web/index.html',
  'prisma/seed/e2e/e2e-shop.ts',
])('hashFiles changes when %s changes', async (file) => {
  expect(await hashWith(file, 'one')).not.toBe(await hashWith(file, 'two'))
})

test.each([
  'apps/api/dist/main.mjs',
  'apps/api/src/main.test.ts',
  'apps/api/test/support/database/database-server.ts',
  'apps/web/e2e/login.spec.ts',
  'apps/web/node_modules/react/index.js',
  'apps/web/src/test/app-harness.tsx',
  'apps/web/test-results/trace.zip',
  'prisma/seed/testing/test-database.ts',
])('hashFiles ignores changes in %s', async (file) => {
  expect(await hashWith(file, 'one')).toBe(await hashWith(file, 'two'))
})

test.each(['install-shop', 'build'])('the task %s does not depend on files of tools', (name) => {
  const { inputs, results } = tasks[name]
  expect([...inputs, ...results].filter((place) => place.startsWith('tools'))).toEqual([])
})
