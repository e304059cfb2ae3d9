import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { retryStart } from './embedded-server'

/** Has no space, ever. */
const full = '/proc'

test.runIf(process.platform === 'linux')(
  'what failed before the disk was full does not count with what fails after',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stockie-'))
    const home = path.join(folder, 'home')
    const disks = [folder, folder, folder, folder, full, folder, folder, folder, folder]
    const said: string[] = []

    async function start(): Promise<void> {
      const disk = disks.shift()
      if (!disk) return
      await rm(home, { force: true })
      await symlink(disk, home)
      throw new Error('It does not start.')
    }

    const { signal } = new AbortController()
    const log = (line: string) => said.push(line)
    expect(await retryStart(start, { home, log, signal, pause: 0 })).toBe(true)
    expect(said).toEqual([
      'It does not start.',
      'The database waits for space on its disk.',
      'It does not start.',
    ])
    await rm(folder, { recursive: true })
  },
)
