import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../scripts/lib/process.mjs'

const read = (file) => readFile(path.join(root, file), 'utf8')
const compose = parse(await read('docker-compose.yml'), { merge: true })
const { services } = compose
const cluster = parse(await read('docker-compose.cluster.yml'), { logLevel: 'error' }).services
const own = Object.entries(services).filter(([, { image }]) => image === 'stockie')
const variables = (service) => Object.keys(services[service].environment).toSorted()
const backups = ({ volumes = [] }) => volumes.find((volume) => volume.includes(':/backups')) ?? ''

// @holds asvs 15.1.2
test('every base image of the Dockerfile and every foreign image of Compose has a version and a digest', async () => {
  const dockerfile = await read('Dockerfile')
  const stages = Array.from(dockerfile.matchAll(/ AS (\S+)$/gm), ([, stage]) => stage)
  const bases = Array.from(
    dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm),
    ([, base = '']) => base,
  ).filter((base) => !stages.includes(base))
  const foreign = [...Object.values(services), ...Object.values(cluster)]
    .map(({ image }) => image)
    .filter((image) => image !== undefined && image !== 'stockie')
  expect([bases.length, foreign.length]).toEqual([2, 3])
  const pin = String.raw`[a-z]+:\d+\.\d[\w.-]*@sha256:[\da-f]{64}`
  const variable = String.raw`\$\{[A-Z]+_IMAGE:-${pin}\}`
  // Dependabot updates these two forms. It does not update an ARG.
  expect(bases.filter((base) => !new RegExp(`^${pin}$`).test(base))).toEqual([])
  expect(foreign.filter((image) => !new RegExp(`^${variable}$`).test(image))).toEqual([])
  expect(new Set(bases).size).toBe(1)
})

// @holds asvs 13.3.2
test('each service of Compose gets only the secrets that it uses', () => {
  expect(variables('restore')).toEqual(['DATABASE_URL', 'PGPASSWORD'])
  expect(variables('backup')).toEqual(['BACKUP_KEEP', 'DATABASE_URL', 'PGPASSWORD'])
  expect(variables('upgrade')).toEqual(variables('backup'))
  expect(variables('proxy')).toEqual(['SITE_ADDRESS'])
  expect(variables('database').filter((name) => !name.startsWith('POSTGRES_'))).toEqual([])
  const withKey = own.filter(([, { environment }]) => 'JWT_SECRET' in environment)
  expect(withKey.map(([name]) => name)).toEqual(['app'])
})

// @holds asvs 13.2.2
test('no service that others can reach may write to the backups', () => {
  const mounting = own.filter(([, service]) => backups(service) !== '')
  const writing = mounting.filter(([, service]) => !backups(service).endsWith(':ro'))
  expect(mounting.map(([name]) => name)).toEqual(['upgrade', 'app', 'backup', 'restore'])
  expect(writing.map(([name]) => name)).toEqual(['upgrade', 'backup'])
  for (const [, { networks, ports }] of writing) {
    expect([networks, ports]).toEqual([['inside'], undefined])
  }
})

// @holds asvs 15.3.4
test('the network of the app and of its proxy has IPv6, so that Docker shows Stockie the addresses of its callers', () => {
  const members = Object.entries(services).filter(([, service]) =>
    service.networks.includes('outside'),
  )
  expect(members.map(([name]) => name)).toEqual(['app', 'proxy'])
  const { outside, inside } = compose.networks
  expect(outside.enable_ipv6).toBe(true)
  // Docker before 27 takes no IPv6 network without a subnet.
  expect(outside.ipam.config).toEqual([
    { subnet: expect.stringMatching(/^\$\{IPV6_SUBNET:-fd[\da-f:]+::\/64\}$/) },
  ])
  expect(inside).toEqual({ internal: true })
})

// @holds asvs 15.2.2
test('the proxy of Compose waits only for a limited time for the head and the body of a request', async () => {
  const caddyfile = await read('docker/Caddyfile')
  const [, timeouts = ''] = /\n\tservers \{\n\t\ttimeouts \{\n([^}]*)\}/.exec(caddyfile) ?? []
  const names = Array.from(timeouts.matchAll(/^\t{3}(\w+) \d+[sm]$/gm), ([, name]) => name)
  expect(names).toEqual(['read_header', 'read_body', 'idle'])
})

// @holds asvs 16.4.2
test('only the app of Compose has the volume of the audit log', () => {
  const mounting = Object.entries(services).filter(([, { volumes = [] }]) =>
    volumes.some((volume) => volume.includes('audit')),
  )
  expect(mounting.map(([name]) => name)).toEqual(['app'])
  expect(services.app.volumes).toContain('audit:/audit')
  expect(services.app.environment.AUDIT_FOLDER).toBe('/audit')
})

test('the app of Compose starts only after the database was upgraded', () => {
  expect(services.app.depends_on.upgrade).toEqual({ condition: 'service_completed_successfully' })
  expect(services.upgrade).toMatchObject({ command: ['upgrade'], restart: 'no' })
  // A restore must work if the upgrade fails, as in a database of a newer version.
  expect(Object.keys(services.restore.depends_on)).toEqual(['database'])
})

test('every service of Compose with our image runs a program of the build, without rights', async () => {
  const build = await read('apps/api/scripts/build.mjs')
  const programs = Array.from(build.matchAll(/^ {4}(\w+): 'src\//gm), ([, name]) => name)
  const started = own.map(
    ([, { command = ['main'], entrypoint = [] }]) => entrypoint[1] ?? command[0],
  )
  expect(started).toEqual(['upgrade', 'main', 'backup', 'restore'])
  expect(programs).toEqual(expect.arrayContaining(started))
  for (const [, service] of own) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  }
})

test('behind the balancer, only the balancer publishes the port of the shop', async () => {
  expect(await read('docker-compose.cluster.yml')).toContain('    ports: !reset []\n')
  expect(cluster.app.environment).toEqual({ BALANCERS: 1 })
  expect(cluster.balancer).toMatchObject({
    ports: ['${PUBLISH:-0.0.0.0}:${PORT:-3000}:3000'],
    networks: ['outside'],
    read_only: true,
    cap_drop: ['ALL'],
  })
})

test('the example of a cluster uses the same images as the shop', async () => {
  const example = await read('examples/cluster/docker-compose.yml')
  const images = example.match(/\$\{[A-Z]+_IMAGE:-[^}]+\}/g)
  expect(new Set(images)).toEqual(new Set([services.database.image, cluster.balancer.image]))
})
