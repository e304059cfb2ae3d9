import { execFile, execFileSync } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { NotHere } from '@stockie/stage/not-here'
import type { Ground } from '#src/ground'

export type SmallDisk = {
  folder: string
  /** Not a byte more can be written there. */
  fill: () => Promise<void>
  free: () => Promise<void>
}

const run = promisify(execFile)
const size = '400m'

/** A disk in memory, which root alone may have. */
export async function mountSmallDisk(
  ground: Pick<Ground, 'folder' | 'onEnd' | 'atOnce'>,
): Promise<SmallDisk> {
  const folder = path.join(ground.folder, 'disk')
  await mkdir(folder)
  const options = `size=${size},mode=755`
  await run('mount', ['-t', 'tmpfs', '-o', options, 'stockie-prove', folder]).catch(() => {
    throw new NotHere('A small disk that may be filled is a tmpfs, which root alone can mount.')
  })
  let isMounted = true
  ground.onEnd(async () => {
    isMounted = false
    await run('umount', ['--lazy', folder])
  })
  ground.atOnce(() => {
    if (isMounted) execFileSync('umount', ['--lazy', folder])
  })
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: () => fill(ballast),
    free: () => rm(ballast, { force: true }),
  }
}

/** To the last page, big pieces first. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (const piece of [4 * 1024 * 1024, 64 * 1024, 4 * 1024]) {
      const bytes = Buffer.alloc(piece)
      while (await isWritten(() => handle.write(bytes))) continue
    }
  } finally {
    await handle.close()
  }
}

async function isWritten(write: () => Promise<{ bytesWritten: number }>): Promise<boolean> {
  try {
    return (await write()).bytesWritten > 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
