import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '@/env'
import type { Verdict } from './finding'
import { judgeSpace } from './judge-space'

/** The room where Stockie writes: one line a disk, whatever lies on it. */
export async function checkDisk(env: Env): Promise<Verdict[]> {
  const places = [
    // With a database of the owner's own nothing is written there.
    ...(env.DATABASE_URL ? [] : [{ what: 'STOCKIE_HOME', folder: env.STOCKIE_HOME }]),
    { what: 'BACKUP_FOLDER', folder: env.BACKUP_FOLDER },
  ]
  const disks = new Map<number, { folder: string; whats: string[] }>()
  for (const { what, folder } of places) {
    const there = await nearest(folder)
    const { dev } = await stat(there)
    const disk = disks.get(dev) ?? { folder: there, whats: [] }
    disks.set(dev, { ...disk, whats: [...disk.whats, what] })
  }
  return Promise.all([...disks.values()].map(measure))
}

async function measure({ folder, whats }: { folder: string; whats: string[] }): Promise<Verdict> {
  const { bavail, bsize, blocks } = await statfs(folder)
  const [free, size] = [bavail * bsize, blocks * bsize]
  const state = judgeSpace({ free, size })
  const found = `${inWords(free)} of ${inWords(size)} are free at ${folder} (${whats.join(' and ')})`
  return { state, found: state === 'ok' ? `${found}.` : `${found}: make room on that disk.` }
}

/** The folder itself, or what it will be made in. */
async function nearest(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  return found || folder === path.dirname(folder) ? folder : nearest(path.dirname(folder))
}

function inWords(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3
  return gigabytes < 1 ? `${Math.floor(bytes / 1024 ** 2)} MB` : `${gigabytes.toFixed(1)} GB`
}
