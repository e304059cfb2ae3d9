import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '../../../..')
const dist = path.join(root, 'apps/api/dist')
const endWithParent = pathToFileURL(path.join(import.meta.dirname, 'end-with-parent.mjs')).href

/** What a developer has set in the shell or in .env must not reach the Stockie of the tests. */
const unset = {
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
  /** Ends it as Ctrl-C does. */
  end: () => Promise<void>
}

/** Stockie as it is shipped, once it says where it is and that it can serve. */
export async function startProcess(env: StockieEnv): Promise<StockieProcess> {
  const child = launch(['--import', endWithParent, path.join(dist, 'main.mjs')], env)
  const ended = once(child, 'close')
  let said = ''
  const address = new Promise<string>((resolve) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const url = /^Stockie is at (\S+)$/m.exec(said)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
  })
  const died = ended.then(([code]) => {
    throw new Error(`Stockie did not start (exit code ${code}). It said:\n${said}`)
  })
  const url = await Promise.race([address, died])
  died.catch(() => {})

  const ready = await fetch(`${url}/readyz`)
  if (!ready.ok) throw new Error(`Stockie cannot serve: ${await ready.text()}`)

  async function end() {
    child.stdin.end()
    await ended
  }
  return { url, end }
}

/** One command beside it, such as users; its password comes as a line of standard input. */
export async function runCommand(name: string, args: string[], env: StockieEnv, input = '') {
  const child = launch([path.join(dist, `${name}.mjs`), ...args], env)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${code}:\n${said}`)
}

function launch(args: string[], env: StockieEnv) {
  if (!existsSync(path.join(dist, 'main.mjs'))) {
    throw new Error('Stockie is not built yet: `npm test` or `npm start` in the root builds it.')
  }
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...unset, NODE_ENV: 'production', ...env },
    stdio: 'pipe',
  })
}
