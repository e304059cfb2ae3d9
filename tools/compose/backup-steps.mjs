import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { owner } from './compose-project.mjs'
import { awaitHealthy, awaitUntil } from './service-health.mjs'
import { sell, signIn } from './shop-client.mjs'

/** Follows docs/hosting.md: copy the file in, stop the shop, restore, start it again. */
export async function restoreInCompose(project, file, ...options) {
  const content = await readFile(path.join(project.folder, file))
  // Written by the container's own user, so that it can read the file.
  await project.composeWith(content, 'exec', '-T', 'backup', 'tee', `/backups/${file}`)
  await project.compose('stop', 'app', 'backup')
  const restoring = ['run', '--rm', '-T', 'restore', `/backups/${file}`, '--yes', ...options]
  const result = await project.tryCompose(...restoring)
  await project.compose('up', '--detach')
  await awaitHealthy(project, 'app')
  return result
}

/** Makes backups, copies one off the machine, destroys the shop, and restores it. */
export const backupSteps = [
  ['the backup service makes a backup and is healthy', awaitBackup],
  ['the owner makes a backup and copies it off the machine', backUp],
  ['the backup service makes the backup that the owner asks for in the browser', backUpInBrowser],
  ['the owner downloads that backup by a link that works once', download],
  ['a restore is refused while Stockie is running', refuseRestore],
  ['the containers and volumes are removed', destroy],
  ['a new shop starts without the old accounts', startNewShop],
  ['a damaged backup is refused with an error message', refuseDamagedBackup],
  ['the downloaded backup restores records, money, stock and accounts', restore],
  ['a restore is undone, and the undo is undone', undoRestore],
  ['an older program restores a backup from before the upgrade', restoreOldProgram],
]

const listBackups = ({ project }) => project.compose('exec', '-T', 'app', 'ls', '/backups')

async function awaitBackup(journey) {
  await awaitUntil('a backup exists', async () => /\.sql\.gz/.test(await listBackups(journey)))
  await journey.project.compose('exec', '-T', 'backup', 'stockie', 'backup', '--check', '50h')
}

async function backUp(journey) {
  const { project, shop } = journey
  await sell(shop, 3)
  journey.figures = await shop.figures()
  console.log(indent(await project.compose('exec', '-T', 'backup', 'stockie', 'backup')))
  const file = (await listBackups(journey))
    .trim()
    .split('\n')
    .filter((name) => name.endsWith('.sql.gz'))
    .at(-1)
  journey.file = file ?? assert.fail('The folder has no backup.')
  const id = (await project.compose('ps', '-q', 'app')).trim()
  await project.docker('cp', `${id}:/backups/${file}`, path.join(project.folder, file))
}

/** The app may only read the folder, so the job waits for the service that may write to it. */
async function backUpInBrowser(journey) {
  const { project, shop } = journey
  const { id } = await shop.post('/backups')
  const readJob = () => shop.get(`/backups/jobs/${id}`)
  const isEnded = async () => /done|failed/.test((await readJob()).state)
  await awaitUntil('the backup is made', isEnded)
  const job = await readJob()
  assert.equal(job.state, 'done', job.error)
  assert.equal(job.error, null)
  const log = await project.compose('logs', 'backup')
  assert.match(log, /A backup was made that an owner asked for/)
  const [newest] = await shop.get('/backups')
  assert.equal(newest.name, job.name)
  assert.equal(newest.proved, true)
  assert.equal((await shop.get('/backups/status')).overdue, false)
  journey.downloaded = job.name
}

async function download({ project, shop, downloaded }) {
  const { url } = await shop.post(`/backups/${downloaded}/ticket`)
  // A browser that follows a link sends no token.
  const response = await fetch(`${project.url}${url}`)
  assert.equal(response.status, 200)
  const content = Buffer.from(await response.arrayBuffer())
  const file = `/backups/${downloaded}`
  const sum = await project.compose('exec', '-T', 'backup', 'sha256sum', file)
  assert.equal(createHash('sha256').update(content).digest('hex'), sum.split(' ')[0])
  await writeFile(path.join(project.folder, downloaded), content)
  assert.equal((await fetch(`${project.url}${url}`)).status, 404)
  const audit = await project.compose('exec', '-T', 'app', 'sh', '-c', 'cat /audit/*.log')
  assert.equal(audit.match(/"event":"download"/g)?.length, 1)
}

async function refuseRestore({ project, file }) {
  const restoring = ['run', '--rm', '-T', 'restore', `/backups/${file}`, '--yes']
  const { code, output } = await project.tryCompose(...restoring)
  assert.equal(code, 1, output)
  assert.match(output, /stop Stockie/)
}

async function destroy({ project }) {
  await project.compose('down', '--volumes')
  const filter = ['--filter', `label=com.docker.compose.project=${project.name}`]
  assert.equal(await project.docker('volume', 'ls', '-q', ...filter), '')
  assert.equal(await project.docker('ps', '-aq', ...filter), '')
}

async function startNewShop({ project, password }) {
  await project.compose('up', '--detach')
  await awaitHealthy(project, 'app')
  await assert.rejects(signIn(project.url, owner, password), /401/)
}

async function refuseDamagedBackup(journey) {
  const original = await readFile(path.join(journey.project.folder, journey.file))
  const damaged = Buffer.from(original)
  const middle = Math.floor(damaged.length / 2)
  damaged.writeUInt8(damaged.readUInt8(middle) ^ 1, middle)
  const name = 'stockie-20200101T000000Z.sql.gz'
  await writeFile(path.join(journey.project.folder, name), damaged)
  const { code, output } = await restoreInCompose(journey.project, name)
  assert.equal(code, 1, output)
  // It depends on the damaged byte what Stockie notices first.
  assert.match(
    output,
    /is damaged|is not a backup of Stockie|was changed after the backup was made/,
  )
}

async function restore(journey) {
  const { code, stdout, output } = await restoreInCompose(journey.project, journey.downloaded)
  assert.equal(code, 0, output)
  console.log(indent(stdout))
  journey.shop = await signIn(journey.project.url, owner, journey.password)
  assert.deepEqual(await journey.shop.figures(), journey.figures)
  const users = await journey.project.compose('exec', '-T', 'app', 'stockie', 'users', 'list')
  assert.match(users, /mia@shop\.example/)
  await journey.project.compose('exec', '-T', 'app', 'stockie', 'doctor')
}

async function undoRestore({ project, password, figures }) {
  for (const isRedo of [false, true]) {
    await project.compose('stop', 'app', 'backup')
    const undo = ['run', '--rm', '-T', 'restore', '--undo', '--yes']
    if (!isRedo) {
      // The new shop's owner has another password, so the undo asks which accounts to take.
      const { code, output } = await project.tryCompose(...undo)
      assert.equal(code, 1, output)
      assert.match(output, new RegExp(`${owner} signs in with another password`))
    }
    await project.compose(...undo, '--restore-accounts')
    await project.compose('up', '--detach')
    await awaitHealthy(project, 'app')
    if (!isRedo) await assert.rejects(signIn(project.url, owner, password), /401/)
  }
  assert.deepEqual(await (await signIn(project.url, owner, password)).figures(), figures)
}

/** The database is from a newer program, and the older program runs again. */
async function restoreOldProgram({ project, password, file, figures }) {
  await project.markAsNewer()
  const { code, output } = await restoreInCompose(project, file, '--forget')
  assert.equal(code, 0, output)
  assert.deepEqual(await (await signIn(project.url, owner, password)).figures(), figures)
}

const indent = (text) => text.trimEnd().replaceAll(/^/gm, '    ')
