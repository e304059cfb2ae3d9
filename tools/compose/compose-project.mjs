import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../testkit/src/free-port.mjs'
import { root } from '../../scripts/lib/steps.mjs'
import { runProcess } from './docker-engine.mjs'

export const owner = 'nora@shop.example'

/**
 * A Compose project of its own, with a .env that is filled in as an owner fills in .env.example.
 * @param {{ compose?: any, env?: any }} engine
 */
export async function openProject({ compose, env }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-compose-'))
  const name = `stockie-journey-${randomBytes(4).toString('hex')}`
  const [port, httpPort, httpsPort] = [await freePort(), await freePort(), await freePort()]
  const example = await readFile(path.join(root, '.env.example'), 'utf8')
  const envFile = path.join(folder, '.env')
  const override = path.join(folder, 'override.json')
  // Where Docker's own network does not reach the registry: host.
  const network = process.env.STOCKIE_BUILD_NETWORK
  const image = { image: name }
  // Asked more often, so that nobody waits for the asking.
  const healthcheck = { interval: '2s' }
  const app = { ...image, healthcheck, ...(network && { build: { network } }) }
  await writeFile(override, JSON.stringify({ services: { app, backup: image } }))

  const settings = new Map(
    Object.entries({
      // Every character that means something in an address, a shell or a .env file.
      POSTGRES_PASSWORD: `'a:b@c/d?e#f%20&g "h" $i {j} +${randomBytes(9).toString('hex')}'`,
      JWT_SECRET: randomBytes(24).toString('base64'),
      OWNER_EMAIL: owner,
      PORT: String(port),
      PUBLISH: '127.0.0.1',
    }),
  )

  /** Takes the # away from what is set, and from nothing else. Gives back what was there before. */
  async function configure(changes = {}) {
    const before = Object.keys(changes).map((key) => [key, settings.get(key)])
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) settings.delete(key)
      else settings.set(key, value)
    }
    const fillIn = (line, key) => (settings.has(key) ? `${key}=${settings.get(key)}` : line)
    await writeFile(envFile, example.replaceAll(/^# ([A-Z_]+)=.*$/gm, fillIn))
    return Object.fromEntries(before)
  }
  await configure()

  const [command = '', ...subcommand] = compose
  const files = ['-f', path.join(root, 'docker-compose.yml'), '-f', override]
  const place = ['--project-directory', root, '--env-file', envFile, '-p', name, ...files]
  const tryCompose = (args, input = '') =>
    runProcess(command, [...subcommand, ...place, ...args], { env, input })

  const docker = (...args) => mustRun(() => runProcess('docker', args, { env }), args)

  const psql = (sql) =>
    project.compose('exec', '-T', 'database', 'psql', '-U', 'stockie', '-Atc', sql)

  const project = {
    name,
    folder,
    url: `http://127.0.0.1:${port}`,
    httpPort,
    httpsPort,
    configure,
    docker,
    /** Whatever its end is. */
    tryCompose: (...args) => tryCompose(args),
    /** Its output; an end that is not a good one is an error that shows it. */
    compose: (...args) => mustRun(() => tryCompose(args), args),
    composeWith: (input, ...args) => mustRun(() => tryCompose(args, input), args),
    psql,
    /** The database as a newer Stockie leaves it. */
    async beNewer() {
      const migration = '29990101000000_from_the_future'
      await psql(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
         values ('future', 'x', '${migration}', now())`,
      )
      return migration
    },
    async destroy() {
      await tryCompose(['--profile', 'proxy', 'down', '--volumes', '--remove-orphans'])
      await runProcess('docker', ['image', 'rm', '--force', name], { env })
      await rm(folder, { recursive: true, force: true })
    },
  }
  return project
}

async function mustRun(run, args) {
  const { code, stdout, output } = await run()
  if (code !== 0) throw new Error(`"${args.join(' ')}" ended with ${code}:\n${output.trimEnd()}`)
  return stdout
}
