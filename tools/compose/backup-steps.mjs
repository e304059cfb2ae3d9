import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { owner } from './compose-project.mjs'
import { awaitHealthy, awaitUntil } from './service-health.mjs'
import { sell, signIn } from './shop-client.mjs'

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

/** Made by the clock and by hand, brought away, and brought back into a shop that lost everything. */
export const backups = [
  ['the backup service makes a backup, and is healthy', awaitBackup],
  ['a backup is made by hand, and copied off the machine', backUp],
  ['a restore is refused while the shop is open', refuseRestore],
  ['everything is destroyed', destroy],
  ['a shop begins anew, without any record', beginAnew],
  ['a damaged backup is refused in a sentence', refuseDamaged],
  ['the backup brings everything back: records, money, stock and accounts', restore],
  ['a restore is undone, and that as well', undoRestore],
  ['after an upgrade, an older program restores what was before it', goBack],
]

const list = ({ project }) => project.compose('exec', '-T', 'app', 'ls', '/backups')

async function awaitBackup(journey) {
  await awaitUntil('there is a backup', async () => /\.sql\.gz/.test(await list(journey)))
  await journey.project.compose('exec', '-T', 'backup', 'stockie', 'backup', '--check', '50h')
}

async function backUp(journey) {
  const { project, shop } = journey
  await sell(shop, 3)
  journey.figures = await shop.figures()
  console.log(indent(await project.compose('exec', '-T', 'app', 'stockie', 'backup')))
  const file = (await list(journey))
    .trim()
    .split('\n')
    .filter((name) => name.endsWith('.sql.gz'))
    .at(-1)
  journey.file = file ?? assert.fail('No backup.')
  const id = (await project.compose('ps', '-q', 'app')).trim()
  await project.docker('cp', `${id}:/backups/${file}`, path.join(project.folder, file))
}

async function refuseRestore({ project, file }) {
  const restoring = ['exec', '-T', 'app', 'stockie', 'restore', `/backups/${file}`, '--yes']
  const { code, output } = await project.tryCompose(...restoring)
  assert.equal(code, 1, output)
  assert.match(output, /stop Stockie/)
}

async function destroy({ project }) {
  await project.compose('down', '--volumes')
  const mine = ['--filter', `label=com.docker.compose.project=${project.name}`]
  assert.equal(await project.docker('volume', 'ls', '-q', ...mine), '')
  assert.equal(await project.docker('ps', '-aq', ...mine), '')
}

async function beginAnew({ project, password }) {
  await project.compose('up', '--detach')
  await awaitHealthy(project, 'app')
  await assert.rejects(signIn(project.url, owner, password), /401/)
}

async function refuseDamaged(journey) {
  const whole = await readFile(path.join(journey.project.folder, journey.file))
  const damaged = Buffer.from(whole)
  const middle = Math.floor(damaged.length / 2)
  damaged.writeUInt8(damaged.readUInt8(middle) ^ 1, middle)
  const name = 'stockie-20200101T000000Z.sql.gz'
  await writeFile(path.join(journey.project.folder, name), damaged)
  const { code, output } = await restoreInCompose(journey.project, name)
  assert.equal(code, 1, output)
  assert.match(output, /is damaged/)
}

async function restore(journey) {
  const { code, stdout, output } = await restoreInCompose(journey.project, journey.file)
  assert.equal(code, 0, output)
  console.log(indent(stdout))
  journey.shop = await signIn(journey.project.url, owner, journey.password)
  assert.deepEqual(await journey.shop.figures(), journey.figures)
  const users = await journey.project.compose('exec', '-T', 'app', 'stockie', 'users', 'list')
  assert.match(users, /mia@shop\.example/)
  await journey.project.compose('exec', '-T', 'app', 'stockie', 'doctor')
}

async function undoRestore({ project, password, figures }) {
  for (const back of [false, true]) {
    await project.compose('stop', 'app', 'backup')
    await project.compose('run', '--rm', '-T', 'app', 'restore', '--undo', '--yes')
    await project.compose('up', '--detach')
    await awaitHealthy(project, 'app')
    if (!back) await assert.rejects(signIn(project.url, owner, password), /401/)
  }
  assert.deepEqual(await (await signIn(project.url, owner, password)).figures(), figures)
}

/** What a newer program left behind, and the older one is there again. */
async function goBack({ project, password, file, figures }) {
  await project.beNewer()
  const { code, output } = await restoreInCompose(project, file, '--forget')
  assert.equal(code, 0, output)
  assert.deepEqual(await (await signIn(project.url, owner, password)).figures(), figures)
}

const indent = (text) => text.trimEnd().replaceAll(/^/gm, '    ')
