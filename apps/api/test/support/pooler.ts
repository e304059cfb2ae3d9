import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findSystemUser } from '#src/database/embedded/system-user'
import { freePort } from '../../../../tools/testkit/src/free-port.mjs'

export type Pooler = {
  /** The address of the same database through PgBouncer. */
  url: string
  stop: () => Promise<void>
}

/** Starts a PgBouncer in session mode before a PostgreSQL. All other settings are its defaults. */
export async function startPooler(program: string, url: string): Promise<Pooler> {
  const direct = new URL(url)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-pooler-'))
  const user = await findSystemUser(folder)
  const port = await freePort()
  const accounts = path.join(folder, 'accounts')
  const settings = path.join(folder, 'pgbouncer.ini')
  const password = decodeURIComponent(direct.password)
  await writeFile(accounts, `"${decodeURIComponent(direct.username)}" "${password}"\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${direct.hostname} port=${direct.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${accounts}
pool_mode = session
`,
  )
  if (user) for (const file of [folder, accounts, settings]) await chown(file, user.uid, user.gid)
  const child = spawn(program, ['--quiet', settings], { stdio: 'ignore', ...user })
  const ended = once(child, 'exit')
  const stop = async () => {
    // It holds nothing that an orderly end would save.
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilOpen(port)
  } catch (error) {
    await stop()
    throw error
  }
  const pooled = new URL(url)
  pooled.host = `127.0.0.1:${port}`
  return { url: pooled.href, stop }
}

async function waitUntilOpen(port: number): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    const socket = net.connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await wait(100)
  }
  throw new Error('PgBouncer does not listen.')
}
