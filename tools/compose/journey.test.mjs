import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findEngine } from './docker-engine.mjs'
import { composeJourney } from './journey.mjs'
import { formatSummary } from '../../scripts/lib/test-counts.mjs'

let folder

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-engine-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

/** Finds the engine on a machine where `docker` is this script, and nothing else is installed. */
async function findEngineWith(docker) {
  const program = path.join(folder, 'docker')
  await writeFile(program, `#!/bin/sh\n${docker}\n`)
  await chmod(program, 0o755)
  return findEngine({ PATH: folder })
}

test('the Compose journey prints that it did not run and counts no test without a Docker engine', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const counts = await composeJourney(() => findEngine({ PATH: folder }))
  expect(log.mock.calls).toEqual([
    ['The Docker Compose journey did NOT run: no Docker engine answers on this machine.'],
  ])
  expect(formatSummary([{ passed: 5, failed: 0, skipped: 0 }, counts])).toBe('5 passed, 0 failed')
})

test('findEngine reports a missing engine when only the Docker client is installed', async () => {
  const engine = await findEngineWith('[ "$1" != info ]')
  expect(engine).toEqual({ missing: 'no Docker engine answers on this machine' })
})

test('findEngine reports a missing Docker Compose and a missing base image', async () => {
  const withoutCompose = await findEngineWith('[ "$1" != compose ]')
  expect(withoutCompose.missing).toBe('this machine has a Docker engine but no Docker Compose')
  const offline = await findEngineWith('[ "$1" != image ] && [ "$1" != pull ]')
  expect(offline.missing).toBe('the image node:24-bookworm-slim cannot be found or pulled')
})

test('findEngine removes the settings of a Stockie on this machine from the environment', async () => {
  const program = path.join(folder, 'docker')
  await writeFile(program, '#!/bin/sh\n')
  await chmod(program, 0o755)
  const settings = { PORT: '1', DATABASE_URL: 'x', BACKUPS: 'y', COMPOSE_PROFILES: 'z' }
  const { env } = await findEngine({ PATH: folder, HOME: '/z', ...settings })
  expect(env).toMatchObject({ HOME: '/z' })
  expect(Object.keys(env).filter((name) => name in settings)).toEqual([])
})
