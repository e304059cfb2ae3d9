import { mkdir, open, readFile, rm, rmdir, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** What this process holds: any other file with our id was left by one that had it before. */
const held = new Set()

/** Does the work while no other process does: two starts at once would install into each other. */
export async function withLock(file, work, { patience = 2000 } = {}) {
  await untilTaken(file, patience)
  held.add(file)
  try {
    return await work()
  } finally {
    held.delete(file)
    await rm(file, { force: true })
  }
}

async function untilTaken(file, patience) {
  const began = Date.now()
  let told = false
  while (!(await take(file))) {
    if (await isLeftBehind(file)) {
      await clear(file)
      continue
    }
    if (!told && Date.now() - began >= patience) {
      told = true
      console.log(await whoHolds(file))
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function take(file) {
  const handle = await open(file, 'wx').catch((error) => {
    if (error.code === 'EEXIST') return null
    throw error
  })
  if (!handle) return false
  try {
    await handle.writeFile(String(process.pid))
    return true
  } catch (error) {
    // A full disk: whoever comes next shall not wait for an empty file.
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

const holderOf = async (file) => Number(await readFile(file, 'utf8').catch(() => ''))
const changedAt = async (file) => (await stat(file).catch(() => null))?.mtimeMs ?? Date.now()

/** Nobody waits for the dead: for a process that was killed, nor for one from before the last boot. */
async function isLeftBehind(file) {
  const changed = await changedAt(file)
  if (changed < Date.now() - os.uptime() * 1000) return true
  const holder = await holderOf(file)
  if (!holder) return changed < Date.now() - 5000
  // In a container every first process has the same id.
  const isGone = holder === process.pid ? !held.has(file) : !isAlive(holder)
  // It may have ended its work before it ended: then this is the next one's file.
  return isGone && (await holderOf(file)) === holder
}

/** One at a time, and after another look: else two would clear, the second the first one's new file. */
async function clear(file) {
  const clearing = `${file}-clearing`
  try {
    await mkdir(clearing)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    await new Promise((resolve) => setTimeout(resolve, 50))
    // Left by one that was killed between two lines.
    if ((await changedAt(clearing)) < Date.now() - 5000) await rmdir(clearing).catch(() => null)
    return
  }
  try {
    if (await isLeftBehind(file)) await rm(file, { force: true })
  } finally {
    await rmdir(clearing).catch(() => null)
  }
}

async function whoHolds(file) {
  const holder = await holderOf(file)
  const who = holder ? ` (process ${holder})` : ''
  return `Another start${who} is preparing this folder; waiting for it. If there is none, delete ${path.resolve(file)}.`
}

/** As in the API's database/embedded/cluster.ts, which is not there before anything is installed. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
