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
  expect(offline.missing).toMatch(
    /^the image node:[\d.]+-bookworm-slim@sha256:\w+ cannot be found or pulled$/,
  )
})

test('findEngine takes local images of the same major version without a registry', async () => {
  const engine = await findEngineWith(
    '[ "$1" != pull ] || exit 1\ncase "$*" in *@sha256:*|*caddy*|*haproxy*) exit 1 ;; esac',
  )
  expect(engine).toMatchObject({
    standIns: { NODE_IMAGE: 'node:24-bookworm-slim', DATABASE_IMAGE: 'postgres:18-bookworm' },
    withProxy: false,
    withBalancer: false,
  })
})

test('findEngine fails if the registry does not have a pinned image', async () => {
  const docker = '[ "$1" = info ] || [ "$1" = compose ] || { echo "manifest unknown" >&2; exit 1; }'
  await expect(findEngineWith(docker)).rejects.toThrow('The registry has no image node:')
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
