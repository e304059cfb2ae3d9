import { spawn } from 'node:child_process'
import { access, constants, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../scripts/lib/process.mjs'

/** Longer than a build takes; a command that hangs is killed. */
const timeoutMs = 900_000

/** Runs a program to its end. Returns the exit code, stdout, stderr, and both combined. */
export function runProcess(command, args, { env = process.env, input = '', cwd = '.' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, cwd, stdio: 'pipe', timeout: timeoutMs })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const end = (code) => resolve({ code, stdout, stderr, output: `${stdout}${stderr}` })
    child.once('error', (error) => ((stderr += error.message), end(127))).once('close', end)
    // Not every program reads its input.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** Reads the images that the Dockerfile and the Compose files pin by digest. */
async function readPinnedImages() {
  const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8')
  const compose = await readFile(path.join(root, 'docker-compose.yml'), 'utf8')
  const cluster = await readFile(path.join(root, 'docker-compose.cluster.yml'), 'utf8')
  return {
    NODE_IMAGE: dockerfile.match(/^FROM .*?(\S+@sha256:\w+)/m)?.[1] ?? '',
    DATABASE_IMAGE: compose.match(/DATABASE_IMAGE:-(.+?)\}/)?.[1] ?? '',
    PROXY_IMAGE: compose.match(/PROXY_IMAGE:-(.+?)\}/)?.[1] ?? '',
    BALANCER_IMAGE: cluster.match(/BALANCER_IMAGE:-(.+?)\}/)?.[1] ?? '',
  }
}

/**
 * Finds a Docker engine and Compose, or returns the reason why the journey cannot run. Without a registry, a
 * local image such as postgres:18-bookworm stands in for the pinned one of that major version.
 * @returns {Promise<{ missing?: string, compose?: any, env?: any, standIns?: any, withProxy?: boolean, withBalancer?: boolean }>}
 */
export async function findEngine(environment = process.env) {
  /** @type {Record<string, string | undefined>} */
  const env = await cleanEnvironment(environment)
  env.PATH = await preferDockerWithBuildx(env)
  const info = await runProcess('docker', ['info'], { env })
  if (info.code !== 0) return { missing: 'no Docker engine answers on this machine' }

  const compose = await findCompose(env)
  if (!compose) return { missing: 'this machine has a Docker engine but no Docker Compose' }

  /** @type {Record<string, string>} */
  const standIns = {}
  // Older versions do not know !reset.
  const optional = { PROXY_IMAGE: true, BALANCER_IMAGE: await isRecent(compose, env) }
  for (const [name, image] of Object.entries(await readPinnedImages())) {
    if (await hasImage(image, env)) continue
    const standIn = image.replace(/@.*/, '').replace(/:(\d+)[.\d]*/, ':$1')
    const found = await runProcess('docker', ['image', 'inspect', standIn], { env })
    if (found.code === 0) standIns[name] = standIn
    else if (name in optional) optional[name] = false
    else return { missing: `the image ${image} cannot be found or pulled` }
  }
  const { PROXY_IMAGE: withProxy, BALANCER_IMAGE: withBalancer } = optional
  return { compose, env, standIns, withProxy, withBalancer }
}

async function hasImage(image, env) {
  const inspection = await runProcess('docker', ['image', 'inspect', image], { env })
  if (inspection.code === 0) return true
  const pull = await runProcess('docker', ['pull', image], { env })
  // A wrong digest must fail, and not look like a machine without a registry.
  if (/manifest unknown|: not found/.test(pull.output)) {
    throw new Error(`The registry has no image ${image}:\n${pull.output.trimEnd()}`)
  }
  return pull.code === 0
}

async function findCompose(env) {
  for (const compose of [['docker', 'compose'], ['docker-compose']]) {
    const [command = '', ...args] = compose
    if ((await runProcess(command, [...args, 'version'], { env })).code === 0) return compose
  }
  return null
}

async function isRecent([command = '', ...args], env) {
  const { stdout } = await runProcess(command, [...args, 'version', '--short'], { env })
  const [major = 0, minor = 0] = stdout.replace(/^v/, '').split('.').map(Number)
  return major > 2 || (major === 2 && minor >= 24)
}

/** Removes settings for a Stockie on this machine, which must not reach the journey's shop. */
async function cleanEnvironment(environment) {
  const example = await readFile(path.join(root, '.env.example'), 'utf8')
  const names = Array.from(example.matchAll(/^# ([A-Z_]+)=/gm), ([, name = '']) => name)
  const removed = new Set([...names, 'COMPOSE_FILE', 'COMPOSE_PROJECT_NAME'])
  const kept = Object.entries(environment).filter(([name]) => !removed.has(name))
  // Older clients use BuildKit only with these variables.
  return { ...Object.fromEntries(kept), DOCKER_BUILDKIT: '1', COMPOSE_DOCKER_CLI_BUILD: '1' }
}

/** A Docker client without buildx cannot build. Moves the first one that can to the front of the PATH. */
async function preferDockerWithBuildx(env) {
  const folders = (env.PATH ?? '').split(path.delimiter)
  for (const folder of folders) {
    const docker = path.join(folder, 'docker')
    if (
      !(await access(docker, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      continue
    if ((await runProcess(docker, ['build', '--help'], { env })).code !== 0) continue
    return [folder, ...folders].join(path.delimiter)
  }
  return env.PATH
}
