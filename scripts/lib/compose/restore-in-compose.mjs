import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { awaitHealthy } from './await-healthy.mjs'

/** As docs/hosting.md tells it: bring the file in, close the shop, restore, open it again. */
export async function restoreInCompose(project, file, ...options) {
  const content = await readFile(path.join(project.folder, file))
  // By the container's own user, who must be able to read it afterwards.
  await project.composeWith(content, 'exec', '-T', 'app', 'tee', `/backups/${file}`)
  await project.compose('stop', 'app', 'backup')
  const restoring = ['run', '--rm', '-T', 'app', 'restore', `/backups/${file}`, '--yes', ...options]
  const ending = await project.tryCompose(...restoring)
  await project.compose('up', '--detach')
  await awaitHealthy(project, 'app')
  return ending
}
