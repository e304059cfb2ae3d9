import { readFile, rm, writeFile } from 'node:fs/promises'

/** Does the work while no other process does: two starts at once would install into each other. */
export async function whileAlone(file, work) {
  while (!(await take(file))) await new Promise((resolve) => setTimeout(resolve, 200))
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  // Left by a process that was killed: nobody waits for the dead.
  const holder = Number(await readFile(file, 'utf8').catch(() => ''))
  if (holder && !isAlive(holder)) await rm(file, { force: true })
  return false
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
