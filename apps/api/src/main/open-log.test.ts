import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, unlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '@/env'
import { openLog } from './open-log'

test.runIf(existsSync('/dev/full'))('a log that has no space left ends nothing', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'stockie-log-'))
  const file = path.join(home, 'stockie.log')
  await symlink('/dev/full', file)
  const log = openLog(readEnv({ STOCKIE_HOME: home }))
  for (let line = 0; line < 100; line += 1) log.info({ line }, 'x'.repeat(50_000))
  await unlink(file)
  openLog(readEnv({ STOCKIE_HOME: home })).info('there is space')
  expect(await readFile(file, 'utf8')).toContain('there is space')
  await rm(home, { recursive: true })
})
