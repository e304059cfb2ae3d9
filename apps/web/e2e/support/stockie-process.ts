import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '../../../..')
const dist = path.join(root, 'apps/api/dist')
const endWithParent = pathToFileURL(path.join(import.meta.dirname, 'end-with-parent.mjs')).href

/** Hides the developer's settings in the shell and in .env from the Stockie under test. */
const unsetVariables = {
  DATABASE_URL: '',
  HOST: '',
  JWT_SECRET: '',
  JWT_TTL: '',
  LOG_LEVEL: '',
  OWNER_EMAIL: '',
  OWNER_PASSWORD: '',
  STOCKIE_DB_PORT: '',
  STORE_TIME_ZONE: '',
  TRUST_PROXY: '',
}

export type StockieEnv = { STOCKIE_HOME: string; STOCKIE_SEED: string; PORT: string }

export interface StockieProcess {
  url: string
  /** Shuts it down gracefully, like Ctrl-C. */
  end: () => Promise<void>
}

/** Starts the built Stockie and waits until it has printed its address and is ready. */
export async function startProcess(env: StockieEnv): Promise<StockieProcess> {
  const child = launch(['--import', endWithParent, path.join(dist, 'main.mjs')], env)
  const ended = once(child, 'close')
  let output = ''
  const address = new Promise<string>((resolve) => {
    const findAddress = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /^Stockie is at (\S+)$/m.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', findAddress)
    child.stderr.on('data', findAddress)
  })
  const exited = ended.then(([code]) => {
    throw new Error(`Stockie did not start (exit code ${code}). Its output:\n${output}`)
  })
  const url = await Promise.race([address, exited])
  exited.catch(() => {})

  const ready = await fetch(`${url}/readyz`)
  if (!ready.ok) throw new Error(`Stockie is not ready: ${await ready.text()}`)

  async function end() {
    child.stdin.end()
    await ended
  }
  return { url, end }
}

/** Runs a command such as `users`. A password is passed by standard input. */
export async function runCommand(name: string, args: string[], env: StockieEnv, input = '') {
  const child = launch([path.join(dist, `${name}.mjs`), ...args], env)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} exited with code ${code}:\n${output}`)
}

function launch(args: string[], env: StockieEnv) {
  if (!existsSync(path.join(dist, 'main.mjs'))) {
    throw new Error('Stockie is not built. Run `npm test` or `npm start` in the root to build it.')
  }
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...unsetVariables, NODE_ENV: 'production', ...env },
    stdio: 'pipe',
  })
}
