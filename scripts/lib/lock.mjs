import { mkdir, open, readFile, rm, rmdir, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Locks of this process. Any other lock with its process ID is from an earlier process with the same ID. */
const heldLocks = new Set()

/** Runs the work while no other process does, because two parallel installs would break each other. */
export async function withLock(file, work, { noticeDelay = 2000 } = {}) {
  await acquire(file, noticeDelay)
  heldLocks.add(file)
  try {
    return await work()
  } finally {
    heldLocks.delete(file)
    await rm(file, { force: true })
  }
}

async function acquire(file, noticeDelay) {
  const began = Date.now()
  let hasPrinted = false
  while (!(await tryAcquire(file))) {
    if (await isStale(file)) {
      await removeStale(file)
      continue
    }
    if (!hasPrinted && Date.now() - began >= noticeDelay) {
      hasPrinted = true
      console.log(await describeHolder(file))
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function tryAcquire(file) {
  const handle = await open(file, 'wx').catch((error) => {
    if (error.code === 'EEXIST') return null
    throw error
  })
  if (!handle) return false
  try {
    await handle.writeFile(String(process.pid))
    return true
  } catch (error) {
    // The disk may be full. An empty lock would make the next process wait.
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

const readHolder = async (file) => Number(await readFile(file, 'utf8').catch(() => ''))
const readModifiedTime = async (file) => (await stat(file).catch(() => null))?.mtimeMs ?? Date.now()

/** True if the lock's process was killed, or if the lock is from before the last boot. */
async function isStale(file) {
  const changed = await readModifiedTime(file)
  if (changed < Date.now() - os.uptime() * 1000) return true
  const holder = await readHolder(file)
  if (!holder) return changed < Date.now() - 5000
  // In a container the first process always has the same ID.
  const isGone = holder === process.pid ? !heldLocks.has(file) : !isAlive(holder)
  // If the process released the lock before it ended, the file may now be another process's.
  return isGone && (await readHolder(file)) === holder
}

/**
 * Removes a stale lock. Only one process at a time does so, after a second check. Otherwise a second process
 * could remove the new lock of the first one.
 */
async function removeStale(file) {
  const removalLock = `${file}-clearing`
  try {
    await mkdir(removalLock)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    await new Promise((resolve) => setTimeout(resolve, 50))
    // A process was killed while it held this folder.
    if ((await readModifiedTime(removalLock)) < Date.now() - 5000)
      await rmdir(removalLock).catch(() => null)
    return
  }
  try {
    if (await isStale(file)) await rm(file, { force: true })
  } finally {
    await rmdir(removalLock).catch(() => null)
  }
}

async function describeHolder(file) {
  const holder = await readHolder(file)
  const label = holder ? ` (process ${holder})` : ''
  return `Another start${label} is preparing this folder; waiting for it. If no other start is running, delete ${path.resolve(file)}.`
}

/** Repeated from the API's database/embedded/cluster.ts, which cannot be imported before the install. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
