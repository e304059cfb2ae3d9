import { execFile, execFileSync } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { UnsupportedError } from '@stockie/testkit/errors'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import pg from 'pg'
import type { FaultContext } from '#src/fault'

/** More log segments than the disk has room for. */
const maxSegments = 30

/** PostgreSQL's codes for a full disk, and for a server that stops, has stopped or is starting. */
const expectedCodes = new Set(['53100', '57P01', '57P02', '57P03'])

/** PostgreSQL preallocates log segments. Switches through them until it needs one that cannot be created. */
export async function exhaustLog({ query }: Pick<ShopDatabase, 'query'>): Promise<void> {
  for (let segment = 1; segment <= maxSegments; segment += 1) {
    try {
      await query('select pg_switch_wal(), txid_current()')
    } catch (error) {
      // A server that cannot write its log stops, and its connections end without a code.
      if (error instanceof pg.DatabaseError && !expectedCodes.has(error.code ?? '')) throw error
      return
    }
    await wait(50)
  }
  throw new Error(`${maxSegments} log segments fitted on a full disk.`)
}

export type SmallDisk = {
  folder: string
  /** Fills the disk to the last byte. */
  fill: () => Promise<void>
  free: () => Promise<void>
}

const run = promisify(execFile)
const diskSize = '400m'

/** Mounts a disk in memory, which needs root. */
export async function mountSmallDisk(
  context: Pick<FaultContext, 'folder' | 'onEnd' | 'onExit'>,
): Promise<SmallDisk> {
  const folder = path.join(context.folder, 'disk')
  await mkdir(folder)
  const options = `size=${diskSize},mode=755`
  await run('mount', ['-t', 'tmpfs', '-o', options, 'stockie-prove', folder]).catch(() => {
    throw new UnsupportedError('The fault fills a small tmpfs, and only root can mount one.')
  })
  let isMounted = true
  context.onEnd(async () => {
    isMounted = false
    await run('umount', ['--lazy', folder])
  })
  context.onExit(() => {
    if (isMounted) execFileSync('umount', ['--lazy', folder])
  })
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: () => fillDisk(ballast),
    free: () => rm(ballast, { force: true }),
  }
}

/** Writes big blocks first, and then smaller ones to the last page. */
async function fillDisk(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (const size of [4 * 1024 * 1024, 64 * 1024, 4 * 1024]) {
      const bytes = Buffer.alloc(size)
      while (await tryWrite(() => handle.write(bytes))) continue
    }
  } finally {
    await handle.close()
  }
}

/** Returns false if the disk is full. */
async function tryWrite(write: () => Promise<{ bytesWritten: number }>): Promise<boolean> {
  try {
    return (await write()).bytesWritten > 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
