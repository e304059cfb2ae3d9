import { execFile, execFileSync } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { UnsupportedError } from '@stockie/testkit/errors'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import pg from 'pg'
import type { FaultContext } from '#src/fault'

/** Of its log, which are more than there is room for. */
const mostPieces = 30

/** A disk that is full, and a server that stops, has stopped or begins anew. */
const outOfRoom = new Set(['53100', '57P01', '57P02', '57P03'])

/** PostgreSQL has some pieces of its log ready to be written: until it needs one that is not there. */
export async function exhaustLog({ query }: Pick<ShopDatabase, 'query'>): Promise<void> {
  for (let piece = 1; piece <= mostPieces; piece += 1) {
    try {
      await query('select pg_switch_wal(), txid_current()')
    } catch (error) {
      // A connection that ends without a word is how a server stops that cannot write its log.
      if (error instanceof pg.DatabaseError && !outOfRoom.has(error.code ?? '')) throw error
      return
    }
    await wait(50)
  }
  throw new Error(`${mostPieces} pieces of the log found room on a disk that is full.`)
}

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
  ground: Pick<FaultContext, 'folder' | 'onEnd' | 'atOnce'>,
): Promise<SmallDisk> {
  const folder = path.join(ground.folder, 'disk')
  await mkdir(folder)
  const options = `size=${size},mode=755`
  await run('mount', ['-t', 'tmpfs', '-o', options, 'stockie-prove', folder]).catch(() => {
    throw new UnsupportedError(
      'A small disk that may be filled is a tmpfs, which root alone can mount.',
    )
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
