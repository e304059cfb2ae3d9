import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { UnsupportedError } from '@stockie/testkit/errors'
import { freePort } from '@stockie/testkit/free-port'
import { waitUntil } from '@stockie/testkit/polling'
import type { Bench, Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { root, run } from '../../../../scripts/lib/process.mjs'
import { callerEnv } from './caller-env.mjs'
import { killDatabaseAtEnd, waitForDatabaseEnd } from './embedded-home'
import { createReactApp } from './react-app'

const maxSeconds = 300

/** S1: a new developer, or a shop, who has cloned Stockie. The packages are in the caches of npm and pnpm. */
export const firstStart: Measure = {
  row: {
    id: 'S1',
    name: 'npm start in a fresh clone until it is ready, packages cached',
    anchor: 'pnpm install and vite build of an empty React app',
    goal: { atMost: 1.5 },
    moonshot: { atMost: 1 },
  },
  async run(bench) {
    const app = await createReactApp(bench)
    const rounds = bench.quick ? 2 : 3
    const found = await inRounds(
      { rounds, progress: bench.progress },
      { stockie: () => startClone(bench), anchor: () => app.build() },
    )
    const seconds = (times: number[]) => `${(median(times) / 1000).toFixed(1)} s`
    return {
      rounds: ratios(found.stockie, found.anchor),
      noisy: isUnsteady(found.anchor),
      shown: [
        `${seconds(found.stockie)} until Stockie is ready, ${seconds(found.anchor)} of the app`,
      ],
    }
  },
}

/** Clones the last commit, starts it, and returns the milliseconds until it is ready. */
async function startClone(bench: Bench): Promise<number> {
  const folder = path.join(bench.folder, 'first-start')
  const [clone, home] = [path.join(folder, 'clone'), path.join(folder, 'home')]
  await mkdir(folder)
  await run('git', ['clone', '--quiet', root, clone]).catch((error: Error) => {
    throw new UnsupportedError(`The project cannot be cloned: ${error.message}`)
  })
  const port = await freePort()
  killDatabaseAtEnd(bench, home)
  const began = performance.now()
  const started = startProgram(bench, clone, { PORT: String(port), STOCKIE_HOME: home })
  await Promise.race([waitUntilReady(port), started.failed])
  const time = performance.now() - began
  await started.stop()
  await waitForDatabaseEnd(home)
  await rm(folder, { recursive: true })
  return time
}

async function waitUntilReady(port: number): Promise<void> {
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
  await waitUntil('Stockie is ready', isReady, maxSeconds)
}

type Settings = { PORT: string; STOCKIE_HOME: string }

/** Runs `npm start` without a network, as a process group of its own. */
function startProgram(bench: Bench, clone: string, settings: Settings) {
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...callerEnv, npm_config_offline: 'true', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString()))
  }
  const ended = once(child, 'close')
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), name)
    } catch {
      // It has ended.
    }
  }
  bench.onExit(() => signal('SIGKILL'))
  async function stop(): Promise<void> {
    signal('SIGINT')
    const killTimer = setTimeout(() => signal('SIGKILL'), 10_000)
    await ended
    clearTimeout(killTimer)
  }
  bench.onEnd(stop)
  const failed = ended.then((): never => {
    const reason = output.trim().slice(-1000)
    if (output.includes('OFFLINE')) throw new UnsupportedError(`No offline store: ${reason}`)
    throw new Error(`npm start ended before it was ready: ${reason}`)
  })
  // After a stop, the end is no failure.
  failed.catch(() => {})
  return { failed, stop }
}
