import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../free-port.mjs'
import { type NetworkFaultProxy, openNetworkFaultProxy } from '../network-fault-proxy'
import { signalPostgres } from '../postgres-processes'
import { createProgram, type ProgramUser, type Scope } from './background-program'

/** One PostgreSQL of the cluster with the Patroni that looks after it: what runs on one machine. */
export type PatroniMember = {
  name: string
  /** PostgreSQL's own port. */
  port: number
  /** The port of Patroni's API. */
  apiPort: number
  start: () => Promise<void>
  /** Throws if its Patroni has ended by itself. */
  assertRuns: () => void
  /** Ends all its processes at once, as a machine that loses its power. */
  kill: () => Promise<void>
  /** Stops all its processes, as a machine that hangs. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
  /** The process ID of PostgreSQL, which changes with each start. */
  readPostmaster: () => Promise<number>
  /** If the replication can be cut: other members connect through it, and clients do not. */
  network: NetworkFaultProxy | undefined
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
  /** Whether the replication goes through a proxy of this process, which costs time. */
  canCutReplication: boolean
  accounts: { superuser: Account; replication: Account }
}

type Account = { username: string; password: string }

export async function createMember(
  name: string,
  settings: ClusterSettings,
): Promise<PatroniMember> {
  const { scope, user, canCutReplication } = settings
  const [port, apiPort] = [await freePort(), await freePort()]
  const network = canCutReplication
    ? await openNetworkFaultProxy(scope, `tcp://127.0.0.1:${port}`)
    : undefined
  const data = path.join(scope.folder, `data-${name}`)
  const file = path.join(scope.folder, `patroni-${name}.json`)
  // Every JSON is also YAML.
  const text = JSON.stringify(describeMember({ name, port, apiPort, network, data }, settings))
  await writeFile(file, text, { mode: 0o644 })
  const patroni = createProgram(scope, {
    name: `patroni-${name}`,
    file: settings.patroni,
    args: [file],
    user,
  })
  let postmaster: number | undefined

  /** PostgreSQL leaves its file behind if it is killed. */
  async function readPostmaster(): Promise<number> {
    postmaster = Number.parseInt(await readFile(path.join(data, 'postmaster.pid'), 'utf8'), 10)
    const command = await readFile(`/proc/${postmaster}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes(data)) throw new Error(`The PostgreSQL of ${name} does not run.`)
    return postmaster
  }

  async function signalAll(signal: NodeJS.Signals): Promise<void> {
    const pid = await readPostmaster()
    patroni.signal(signal)
    signalPostgres(pid, signal)
  }

  async function kill(): Promise<void> {
    await signalAll('SIGKILL')
    await patroni.end('SIGKILL')
    postmaster = undefined
  }

  scope.onEnd(async () => {
    await signalAll('SIGCONT').catch(() => {})
    await patroni.end('SIGTERM')
    await kill().catch(() => {})
  })
  scope.onExit(() => {
    if (postmaster !== undefined) signalPostgres(postmaster, 'SIGKILL')
  })
  return {
    name,
    port,
    apiPort,
    network,
    start: patroni.start,
    assertRuns: patroni.assertRuns,
    kill,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    readPostmaster,
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
      connect_address: `127.0.0.1:${network?.port ?? port}`,
      data_dir: data,
      bin_dir: postgres,
      pgpass: path.join(scope.folder, `pgpass-${name}`),
      authentication: accounts,
      parameters: { unix_socket_directories: scope.folder },
    },
  }
}
