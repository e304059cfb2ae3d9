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

const baseImages = ['node:24-bookworm-slim', 'postgres:18-bookworm']

/**
 * Finds a Docker engine and Compose, or returns the reason why the journey cannot run.
 * @returns {Promise<{ missing?: string, compose?: any, env?: any, has?: any }>}
 */
export async function findEngine(environment = process.env) {
  /** @type {Record<string, string | undefined>} */
  const env = await cleanEnvironment(environment)
  env.PATH = await preferDockerWithBuildx(env)
  const info = await runProcess('docker', ['info'], { env })
  if (info.code !== 0) return { missing: 'no Docker engine answers on this machine' }

  const compose = await findCompose(env)
  if (!compose) return { missing: 'this machine has a Docker engine but no Docker Compose' }

  const has = async (image) => {
    const inspection = await runProcess('docker', ['image', 'inspect', image], { env })
    return (
      inspection.code === 0 || (await runProcess('docker', ['pull', image], { env })).code === 0
    )
  }
  for (const image of baseImages) {
    if (!(await has(image))) return { missing: `the image ${image} cannot be found or pulled` }
  }
  return { compose, env, has }
}

async function findCompose(env) {
  for (const compose of [['docker', 'compose'], ['docker-compose']]) {
    const [command = '', ...args] = compose
    if ((await runProcess(command, [...args, 'version'], { env })).code === 0) return compose
  }
  return null
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
