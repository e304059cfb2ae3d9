import { readFile, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../free-port.mjs'
import { type NetworkFaultProxy, openNetworkFaultProxy } from '../network-fault-proxy'
import {
  type BackgroundProgram,
  type ProgramUser,
  type Scope,
  startProgram,
} from './background-program'
import { signalIfRunning, signalPostgres } from './postgres-processes'

/** One PostgreSQL of the cluster with the Patroni that looks after it: what runs on one machine. */
export type PatroniMember = {
  name: string
  /** PostgreSQL's own port. */
  port: number
  /** The port of Patroni's API. */
  apiPort: number
  start: () => void
  /** Ends all its processes at once, as a machine that loses its power. */
  kill: () => Promise<void>
  /** The process ID of PostgreSQL, which changes with each start. */
  postmaster: () => Promise<number>
  /** Stops all its processes, as a machine that hangs. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
  /** The other members reach this PostgreSQL through it, and nobody else does. */
  network: NetworkFaultProxy
}

export type ClusterSettings = {
  scope: Scope
  user: ProgramUser
  patroni: string
  /** The folder with the programs of PostgreSQL. */
  postgres: string
  etcdPort: number
  /** Whether no write is acknowledged without a standby, even if none is left. */
  isStrict: boolean
  accounts: { superuser: Account; replication: Account }
}

type Account = { username: string; password: string }

export async function createMember(
  name: string,
  settings: ClusterSettings,
): Promise<PatroniMember> {
  const { scope, user, patroni } = settings
  const [port, apiPort] = [await freePort(), await freePort()]
  const network = await openNetworkFaultProxy(scope, `tcp://127.0.0.1:${port}`)
  const data = path.join(scope.folder, `data-${name}`)
  const file = path.join(scope.folder, `patroni-${name}.json`)
  // Every JSON is also YAML.
  const text = JSON.stringify(describeMember({ name, port, apiPort, network, data }, settings))
  await writeFile(file, text, { mode: 0o644 })
  const pidFile = path.join(data, 'postmaster.pid')
  let running: BackgroundProgram | undefined

  const postmaster = async () => Number.parseInt(await readFile(pidFile, 'utf8'), 10)

  async function signalAll(signal: NodeJS.Signals): Promise<void> {
    if (running) signalIfRunning(running.pid, signal)
    const pid = await postmaster().catch(() => undefined)
    if (pid) await signalPostgres(pid, signal)
  }

  scope.onExit(() => {
    try {
      process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL')
    } catch {
      // It has ended.
    }
  })

  return {
    name,
    port,
    apiPort,
    network,
    start: () => {
      running = startProgram(scope, { name: `patroni-${name}`, file: patroni, args: [file], user })
    },
    kill: async () => {
      await signalAll('SIGKILL')
      await running?.end('SIGKILL')
    },
    postmaster,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  }
}

type Place = Pick<PatroniMember, 'name' | 'port' | 'apiPort' | 'network'> & { data: string }

function describeMember(
  { name, port, apiPort, network, data }: Place,
  { scope, postgres, etcdPort, isStrict, accounts }: ClusterSettings,
): object {
  return {
    scope: 'stockie',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: isStrict,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'host replication all 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${network.port}`,
      data_dir: data,
      bin_dir: postgres,
      pgpass: path.join(scope.folder, `pgpass-${name}`),
      authentication: accounts,
      parameters: { unix_socket_directories: scope.folder },
    },
  }
}
