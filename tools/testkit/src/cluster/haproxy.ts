import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../free-port.mjs'
import { waitUntil } from '../polling'
import { createProgram, type Scope } from './background-program'
import { findPrograms } from './debian-programs'

type Listener = {
  name: string
  mode: 'http' | 'tcp'
  /** Lines of its section. */
  settings: readonly string[]
  servers: readonly { name: string; port: number; checkPort?: number }[]
}

export type Haproxy = {
  port: number
  /** Waits until its checks found these servers up, and no others. */
  awaitUp: (names: readonly string[]) => Promise<void>
}

/** Starts HAProxy with one listener. */
export async function startHaproxy(
  scope: Scope,
  { name, mode, settings, servers }: Listener,
): Promise<Haproxy> {
  const { haproxy } = await findPrograms(['haproxy'])
  const [port, statsPort] = [await freePort(), await freePort()]
  const file = path.join(scope.folder, `${name}.cfg`)
  const outage = path.join(scope.folder, `${name}-503.http`)
  const failure = path.join(scope.folder, `${name}-502.http`)
  await writeFile(outage, answerWithoutServer(503))
  await writeFile(failure, answerWithoutServer(502))
  const whenDown = mode === 'tcp' ? ' on-marked-down shutdown-sessions' : ''
  const lines = [
    'defaults',
    '  timeout connect 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    'listen stats',
    '  mode http',
    `  bind 127.0.0.1:${statsPort}`,
    '  stats enable',
    '  stats uri /',
    `listen ${name}`,
    `  mode ${mode}`,
    `  bind 127.0.0.1:${port}`,
    ...(mode === 'http' ? [`  errorfile 503 ${outage}`, `  errorfile 502 ${failure}`] : []),
    ...settings.map((line) => `  ${line}`),
    '  default-server inter 1s fall 2 rise 1',
    ...servers.map(
      (server) =>
        `  server ${server.name} 127.0.0.1:${server.port} check port ${server.checkPort ?? server.port}${whenDown}`,
    ),
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const program = createProgram(scope, { name, file: haproxy, args: ['-db', '-f', file] })
  await program.start()

  /** Servers that passed or failed a check. Until its first check, HAProxy takes every server for a good one. */
  async function listUp(): Promise<string[] | null> {
    program.assertRuns()
    const answer = await fetch(`http://127.0.0.1:${statsPort}/;csv`)
    const [head = '', ...rows] = (await answer.text()).split('\n').map((row) => row.split(','))
    const column = (row: readonly string[], title: string) => row[head.indexOf(title)] ?? ''
    const own = rows.filter(
      (row) =>
        column(row, '# pxname') === name &&
        !['FRONTEND', 'BACKEND'].includes(column(row, 'svname')),
    )
    if (own.some((row) => !/^(L4|L6|L7)/.test(column(row, 'check_status')))) return null
    return own
      .filter((row) => column(row, 'status').startsWith('UP'))
      .map((row) => column(row, 'svname'))
  }

  return {
    port,
    awaitUp: async (names) => {
      const wanted = names.toSorted().join()
      await waitUntil(`HAProxy finds ${wanted} up`, async () => {
        return (await listUp())?.toSorted().join() === wanted
      })
    },
  }
}

/** The format of Stockie's own errors. */
function answerWithoutServer(status: 502 | 503): string {
  const title = status === 503 ? 'Service Unavailable' : 'Bad Gateway'
  const body = { type: 'about:blank', title, status, detail: 'Stockie cannot be reached.' }
  return [
    `HTTP/1.0 ${status} ${title}`,
    'cache-control: no-store',
    'content-type: application/problem+json',
    'retry-after: 1',
    '',
    JSON.stringify(body),
  ].join('\r\n')
}
