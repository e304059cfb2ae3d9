import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Linux mounts a file system in memory here. */
const sharedMemory = '/dev/shm'
const tmpfs = 0x01021994

/** The tests fill less than a quarter of it. The rest is for their processes. */
const minFreeBytes = 4 * 2 ** 30

/**
 * Points TMPDIR to a folder in memory until this process ends, if the machine has room and the user has not
 * set it. The tests create and delete several hundred databases of 300 files each. On a disk with ext4 and no
 * journal this took a quarter of their time: ext4 searches past every file that was deleted within 5 seconds.
 */
export async function useMemoryFolder(parent = sharedMemory) {
  if (process.env.TMPDIR || !(await hasRoom(parent))) return
  await removeLeftovers(parent)
  const folder = await mkdtemp(path.join(parent, `${prefix}${process.pid}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM'])) {
    process.once(signal, () => process.exit(1))
  }
  // PostgreSQL runs as another user if the tests run as root.
  await chmod(folder, 0o1777)
  if (await canExecute(folder)) process.env.TMPDIR = folder
}

const prefix = 'stockie-tests-'

/** Whether this folder is in memory, with room for the tests and their processes. */
export async function hasRoom(parent) {
  const disk = await statfs(parent).catch(() => null)
  if (disk?.type !== tmpfs || disk.bavail * disk.bsize < minFreeBytes) return false
  const memory = await readFile('/proc/meminfo', 'utf8')
  return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(memory)?.[1]) * 1024 >= minFreeBytes
}

/** Removes the folders of test runs that were killed. */
async function removeLeftovers(parent) {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0
    if (pid > 0 && !isRunning(pid)) {
      await rm(path.join(parent, name), { recursive: true, force: true })
    }
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Containers often mount their shared memory without the right to execute files. */
async function canExecute(folder) {
  const program = path.join(folder, 'program')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  const works = await execute(program).then(
    () => true,
    () => false,
  )
  await rm(program)
  return works
}
