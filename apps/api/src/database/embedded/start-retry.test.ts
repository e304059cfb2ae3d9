import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { retryStart } from './embedded-server'

/** A file system that never has free space. */
const full = '/proc'

test.runIf(process.platform === 'linux')(
  'retryStart resets its failure count when the disk is full',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stockie-'))
    const home = path.join(folder, 'home')
    const disks = [folder, folder, folder, folder, full, folder, folder, folder, folder]
    const messages: string[] = []

    async function start(): Promise<void> {
      const disk = disks.shift()
      if (!disk) return
      await rm(home, { force: true })
      await symlink(disk, home)
      throw new Error('It does not start.')
    }

    const { signal } = new AbortController()
    const log = (message: string) => messages.push(message)
    expect(await retryStart(start, { home, log, signal, pause: 0 })).toBe(true)
    expect(messages).toEqual([
      'It does not start.',
      'The disk of the database is full: free some space.',
      'It does not start.',
    ])
    await rm(folder, { recursive: true })
  },
)
