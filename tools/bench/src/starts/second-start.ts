import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findSystemUser } from '@stockie/api/system-user'
import { freePort } from '@stockie/testkit/free-port'
import { type Program, type Server, startServer } from '@stockie/testkit/server-process'
import { stockieProgram } from '@stockie/testkit/stockie-program'
import { signInAsOwner } from '@stockie/testkit/stockie-server'
import type { Bench, Measure } from '#src/bench'
import { paths } from '#src/reads/report-paths'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { callerEnv } from './caller-env.mjs'
import { killDatabaseAtEnd, waitForDatabaseEnd } from './embedded-home'

const run = promisify(execFile)
const startsPerRound = 3

/** S2: what Stockie adds to the start of its database, on a home that has everything already. */
export const secondStart: Measure = {
  row: {
    id: 'S2',
    name: 'start of the built program on an existing home, to the first list of products',
    anchor: 'pg_ctl start -w on the same data folder',
    goal: { atMost: 2 },
    moonshot: { atMost: 1.5 },
  },
  async run(bench) {
    const home = path.join(bench.folder, 'second-start')
    const program = embeddedProgram(bench, home)
    bench.progress('first start')
    killDatabaseAtEnd(bench, home)
    const first = await startServer(bench, program)
    const token = await signInAsOwner(first.origin)
    const headers = { authorization: `Bearer ${token}` }
    const products = await readFirstList(first, headers)
    const postgres = await findPostgres(home)
    await stop(first, home)

    const found = await inRounds(bench, {
      stockie: () => medianStart(() => measureStockie(bench, { program, home, headers })),
      anchor: () => medianStart(() => postgres.measureStart()),
    })
    return {
      rounds: ratios(found.stockie, found.anchor),
      noisy: isUnsteady(found.anchor),
      shown: [
        `${median(found.stockie).toFixed(0)} ms to a list of ${products} products, ${median(found.anchor).toFixed(0)} ms of PostgreSQL alone`,
      ],
    }
  },
}

/** The built Stockie with its embedded database and the demo shop, as `npm start` runs it. */
function embeddedProgram(bench: Bench, home: string): Program {
  const env = {
    ...callerEnv,
    STOCKIE_HOME: home,
    STOCKIE_SEED: 'demo',
    STORE_TIME_ZONE: 'UTC',
    HOST: '127.0.0.1',
  }
  return { ...stockieProgram(bench, ''), readyPath: '/readyz', env }
}

async function medianStart(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let done = 0; done < startsPerRound; done += 1) times.push(await measure())
  return median(times)
}

type Start = { program: Program; home: string; headers: Record<string, string> }

async function measureStockie(bench: Bench, { program, home, headers }: Start): Promise<number> {
  const began = performance.now()
  const server = await startServer(bench, program)
  await readFirstList(server, headers)
  const time = performance.now() - began
  await stop(server, home)
  return time
}

async function readFirstList({ origin }: Server, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${origin}${paths.products}`, { headers })
  if (!response.ok) throw new Error(`The list was answered with ${response.status}.`)
  const rows = (await response.json()) as unknown[]
  if (rows.length === 0) throw new Error('The list is empty.')
  return rows.length
}

async function stop(server: Server, home: string): Promise<void> {
  await server.stop()
  await waitForDatabaseEnd(home)
}

/** Starts the same PostgreSQL as Stockie, as the same user. Its data folder says which program that is. */
async function findPostgres(home: string) {
  const data = path.join(home, 'postgres')
  const [, program = ''] =
    /^(.+?) "-D"/.exec(await readFile(`${data}/postmaster.opts`, 'utf8')) ?? []
  const pgCtl = path.join(path.dirname(program), 'pg_ctl')
  const options = { ...(await findSystemUser(data)), cwd: path.parse(data).root }
  const control = (...args: string[]) => run(pgCtl, [...args, '-w', '-s', '-D', data], options)

  async function measureStart(): Promise<number> {
    const port = await freePort()
    const began = performance.now()
    await control('start', '-l', path.join(home, 'postgres.log'), '-o', `-p ${port}`)
    const time = performance.now() - began
    await control('stop', '-m', 'fast')
    return time
  }
  return { measureStart }
}
