import assert from 'node:assert/strict'
import { chmod, copyFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../testkit/src/free-port.mjs'
import { startProgram, temporaryFolder } from '../testkit/src/started-program.mjs'
import { restoreInCompose } from './backup-steps.mjs'
import { owner } from './compose-project.mjs'
import { sell, signIn } from './shop-client.mjs'

/** Moves the shop to the embedded database, and back with a new sale. */
export const portabilitySteps = [
  ['a backup of Docker Compose restores into an embedded database', moveOut],
  ['a backup of the embedded database restores in Docker Compose', moveIn],
]

const program = (name) => [process.execPath, `apps/api/dist/${name}.mjs`]

async function moveOut(journey) {
  const { project, file, password, figures } = journey
  journey.embedded = await temporaryFolder()
  const home = journey.embedded.home
  const backups = path.join(path.dirname(home), 'backups')
  const copy = path.join(path.dirname(home), file)
  await copyFile(path.join(project.folder, file), copy)
  await chmod(copy, 0o644)
  // Overrides the settings of this machine.
  const empty = { DATABASE_URL: '', STOCKIE_DB_PORT: '', OWNER_EMAIL: '', OWNER_PASSWORD: '' }
  const env = { ...empty, STOCKIE_HOME: home, STOCKIE_SEED: 'none', BACKUP_FOLDER: backups }

  const restored = await startProgram([...program('restore'), copy, '--yes'], env).ended
  assert.equal(restored.code, 0, restored.output)

  const port = String(await freePort())
  const stockie = startProgram(program('main'), { ...env, HOST: '127.0.0.1', PORT: port })
  try {
    await stockie.waitForOutput(`http://localhost:${port}`)
    const shop = await signIn(`http://127.0.0.1:${port}`, owner, password)
    assert.deepEqual(await shop.figures(), figures)
    await sell(shop, 1)
    journey.figures = await shop.figures()
    const backup = await startProgram(program('backup'), env).ended
    assert.equal(backup.code, 0, backup.output)
  } finally {
    stockie.child.kill('SIGTERM')
    await stockie.ended
  }
  const files = (await readdir(backups)).filter((name) => name.endsWith('.sql.gz'))
  journey.file = files.toSorted().at(-1) ?? assert.fail('The folder has no backup.')
  await copyFile(path.join(backups, journey.file), path.join(project.folder, journey.file))
}

async function moveIn({ project, file, password, figures }) {
  const { code, output } = await restoreInCompose(project, file, '--forget')
  assert.equal(code, 0, output)
  assert.deepEqual(await (await signIn(project.url, owner, password)).figures(), figures)
}
