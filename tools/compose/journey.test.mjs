import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findEngine } from './docker-engine.mjs'
import { composeJourney } from './journey.mjs'
import { lastLine } from '../../scripts/lib/test-counts.mjs'

let folder

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-engine-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

/** A machine whose `docker` is this script; there is nothing else on it. */
async function machine(docker) {
  const program = path.join(folder, 'docker')
  await writeFile(program, `#!/bin/sh\n${docker}\n`)
  await chmod(program, 0o755)
  return findEngine({ PATH: folder })
}

test('where no engine answers the journey says that it did not run, and counts nothing', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const counts = await composeJourney(() => findEngine({ PATH: folder }))
  expect(log.mock.calls).toEqual([
    ['The Docker Compose journey did NOT run: no Docker engine answers here.'],
  ])
  expect(lastLine([{ passed: 5, failed: 0, skipped: 0 }, counts])).toBe('5 passed, 0 failed')
})

test('a client without its engine is no engine', async () => {
  const engine = await machine('[ "$1" != info ]')
  expect(engine).toEqual({ missing: 'no Docker engine answers here' })
})

test('an engine without Compose, or without images, is told as that', async () => {
  const bare = await machine('[ "$1" != compose ]')
  expect(bare.missing).toBe('this machine has a Docker engine but no Docker Compose')
  const offline = await machine('[ "$1" != image ] && [ "$1" != pull ]')
  expect(offline.missing).toBe('the image node:24-bookworm-slim can be neither found nor pulled')
})

test('what is set for a Stockie of this machine does not reach the one in the containers', async () => {
  const program = path.join(folder, 'docker')
  await writeFile(program, '#!/bin/sh\n')
  await chmod(program, 0o755)
  const set = { PORT: '1', DATABASE_URL: 'x', BACKUPS: 'y', COMPOSE_PROFILES: 'z' }
  const { env } = await findEngine({ PATH: folder, HOME: '/z', ...set })
  expect(env).toMatchObject({ HOME: '/z' })
  expect(Object.keys(env).filter((name) => name in set)).toEqual([])
})
