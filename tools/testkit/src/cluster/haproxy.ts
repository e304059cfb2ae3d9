import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.mjs'
import { waitUntil } from '../polling'
import { type Scope, startProgram } from './background-program'
import { findPrograms } from './debian-programs'

/** Two checks of each server, in milliseconds. */
const firstChecks = 2_500

type Listener = {
  name: string
  mode: 'http' | 'tcp'
  /** Lines of its section. */
  settings: readonly string[]
  servers: readonly { name: string; port: number; checkPort?: number }[]
}

/** Starts HAProxy with one listener, and returns its port. */
export async function startHaproxy(
  scope: Scope,
  { name, mode, settings, servers }: Listener,
): Promise<number> {
  const { haproxy } = await findPrograms(['haproxy'])
  const port = await freePort()
  const file = path.join(scope.folder, `${name}.cfg`)
  const outage = path.join(scope.folder, `${name}-503.http`)
  await writeFile(outage, outageAnswer)
  const lines = [
    'defaults',
    '  timeout connect 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    ...(mode === 'http' ? [502, 503, 504].map((status) => `  errorfile ${status} ${outage}`) : []),
    `listen ${name}`,
    `  mode ${mode}`,
    `  bind 127.0.0.1:${port}`,
    ...settings.map((line) => `  ${line}`),
    '  default-server inter 1s fall 2 rise 1',
    ...servers.map(
      (server) =>
        `  server ${server.name} 127.0.0.1:${server.port} check port ${server.checkPort ?? server.port}${mode === 'tcp' ? ' on-marked-down shutdown-sessions' : ''}`,
    ),
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  startProgram(scope, { name, file: haproxy, args: ['-db', '-f', file] })
  await waitUntil(`HAProxy listens at ${port}`, async () => {
    const socket = net.connect(port, '127.0.0.1')
    await once(socket, 'connect').finally(() => socket.destroy())
    return true
  })
  // Until its first checks, HAProxy takes every server for a good one.
  await wait(firstChecks)
  return port
}

/** What callers get if no server answers: as Stockie's own answers in an outage. */
const outageAnswer = `HTTP/1.0 503 Service Unavailable\r
cache-control: no-store\r
content-type: application/problem+json\r
retry-after: 1\r
\r
{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"Stockie cannot be reached."}`
