import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../testkit/src/free-port.mjs'
import { root } from '../../scripts/lib/process.mjs'
import { runProcess } from './docker-engine.mjs'

export const owner = 'nora@shop.example'

/**
 * Opens a separate Compose project with a .env that is filled in as an owner would.
 * @param {{ compose?: any, env?: any, standIns?: any }} engine
 */
export async function openProject({ compose, env, standIns }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-compose-'))
  const name = `stockie-journey-${randomBytes(4).toString('hex')}`
  const [port, httpPort, httpsPort] = [await freePort(), await freePort(), await freePort()]
  const example = await readFile(path.join(root, '.env.example'), 'utf8')
  const envFile = path.join(folder, '.env')
  const override = path.join(folder, 'override.json')
  // Set it to `host` if Docker's own network does not reach the registry.
  const network = process.env.STOCKIE_BUILD_NETWORK
  const image = { image: name }
  // A short interval, so that the journey does not wait for the next check.
  const healthcheck = { interval: '2s' }
  const { NODE_IMAGE: nodeImage, ...serviceImages } = standIns
  const dockerfile = nodeImage && (await writeDockerfile(folder, nodeImage))
  const build = { ...(network && { network }), ...(dockerfile && { dockerfile }) }
  const app = { ...image, healthcheck, ...(Object.keys(build).length > 0 && { build }) }
  await writeFile(
    override,
    JSON.stringify({ services: { upgrade: image, app, backup: image, restore: image } }),
  )

  const settings = new Map(
    Object.entries({
      // Contains every character that is special in a URL, a shell or a .env file.
      POSTGRES_PASSWORD: `'a:b@c/d?e#f%20&g "h" $i {j} +${randomBytes(9).toString('hex')}'`,
      JWT_SECRET: randomBytes(24).toString('base64'),
      OWNER_EMAIL: owner,
      PORT: String(port),
      PUBLISH: '127.0.0.1',
      ...serviceImages,
    }),
  )

  /** Uncomments only the given settings in .env, and returns their previous values. */
  async function configure(changes = {}) {
    const before = Object.keys(changes).map((key) => [key, settings.get(key)])
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) settings.delete(key)
      else settings.set(key, value)
    }
    const fillInLine = (line, key) => (settings.has(key) ? `${key}=${settings.get(key)}` : line)
    await writeFile(envFile, example.replaceAll(/^# ([A-Z_]+)=.*$/gm, fillInLine))
    return Object.fromEntries(before)
  }
  await configure()

  const [command = '', ...subcommand] = compose
  let isCluster = false
  const listFiles = () => [
    path.join(root, 'docker-compose.yml'),
    ...(isCluster ? [path.join(root, 'docker-compose.cluster.yml')] : []),
    override,
  ]
  const options = ['--project-directory', root, '--env-file', envFile, '-p', name]
  const listOptions = () => [...options, ...listFiles().flatMap((file) => ['-f', file])]
  const tryCompose = (args, input = '') =>
    runProcess(command, [...subcommand, ...listOptions(), ...args], { env, input })

  const docker = (...args) => runOrThrow(() => runProcess('docker', args, { env }), args)

  const psql = (sql) =>
    project.compose('exec', '-T', 'database', 'psql', '-U', 'stockie', '-Atc', sql)

  const project = {
    name,
    folder,
    url: `http://127.0.0.1:${port}`,
    httpPort,
    httpsPort,
    configure,
    /** Adds docker-compose.cluster.yml to all commands from now on, or leaves it out. */
    useCluster: (isUsed) => void (isCluster = isUsed),
    docker,
    /** Returns what Compose makes of these files of the repository, also of services that start only by hand. */
    async readConfig(files, variables = {}) {
      const names = files.flatMap((file) => ['-f', path.join(root, file)])
      const args = [...options, ...names, '--profile', 'restore', 'config', '--format', 'json']
      const withVariables = { env: { ...env, ...variables } }
      const run = () => runProcess(command, [...subcommand, ...args], withVariables)
      return JSON.parse(await runOrThrow(run, args))
    },
    /** Returns the exit code and the output, without throwing. */
    tryCompose: (...args) => tryCompose(args),
    /** Returns stdout; throws with the whole output if the command fails. */
    compose: (...args) => runOrThrow(() => tryCompose(args), args),
    composeWith: (input, ...args) => runOrThrow(() => tryCompose(args, input), args),
    psql,
    /** Adds a migration of a newer Stockie to the database. */
    async markAsNewer() {
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

/** Docker takes a base image from a Dockerfile only. So a stand-in needs a copy of ours. */
async function writeDockerfile(folder, nodeImage) {
  const text = await readFile(path.join(root, 'Dockerfile'), 'utf8')
  const dockerfile = path.join(folder, 'Dockerfile')
  await writeFile(dockerfile, text.replaceAll(/\S+@sha256:\w+/g, nodeImage))
  return dockerfile
}

async function runOrThrow(run, args) {
  const { code, stdout, output } = await run()
  if (code !== 0) throw new Error(`"${args.join(' ')}" ended with ${code}:\n${output.trimEnd()}`)
  return stdout
}
