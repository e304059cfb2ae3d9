import { randomBytes } from 'node:crypto'
import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { findSystemUser } from '@stockie/api/system-user'
import { freePort } from '../free-port.mjs'
import { waitUntil } from '../polling'
import { createProgram, type Scope } from './background-program'
import { findPostgresPrograms, findPrograms } from './debian-programs'
import { startHaproxy } from './haproxy'
import { type ClusterSettings, createMember, type PatroniMember } from './patroni-member'

export type PostgresCluster = {
  /** Through HAProxy, which leads to the primary. */
  url: string
  /** The member that is the primary now. */
  primary: () => Promise<PatroniMember>
  /** The synchronous standby. */
  standby: () => Promise<PatroniMember>
  /** Exchanges the two, and waits until that is done. */
  switchOver: () => Promise<void>
  /** Waits until both run and the standby is synchronous. */
  awaitHealthy: () => Promise<void>
  /** Whether the primary acknowledges no write without a standby. */
  isStrict: () => Promise<boolean>
}

type ListedMember = { name: string; role: string; state: string }

type Options = Pick<ClusterSettings, 'isStrict'> &
  Partial<Pick<ClusterSettings, 'canCutReplication'>>

/** A slow machine makes the first PostgreSQL and copies it within this time. In seconds. */
const startLimit = 300

/** Starts two PostgreSQL with Patroni, one etcd and HAProxy, as separate programs of this machine. */
export async function openPostgresCluster(
  parent: Scope,
  { isStrict, canCutReplication = false }: Options,
): Promise<PostgresCluster> {
  const folder = path.join(parent.folder, `cluster-${randomBytes(4).toString('hex')}`)
  const scope = { ...parent, folder }
  const { patroni, etcd } = await findPrograms(['patroni', 'etcd', 'haproxy'])
  const postgres = await findPostgresPrograms()
  const user = await findSystemUser(folder)
  await mkdir(folder)
  if (user) await chown(folder, user.uid, user.gid)
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const args = [
    `--data-dir=${path.join(folder, 'etcd')}`,
    `--listen-client-urls=${etcdUrl}`,
    `--advertise-client-urls=${etcdUrl}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
  ]
  const store = createProgram(scope, { name: 'etcd', file: etcd, args, user })
  await store.start()
  const password = () => randomBytes(16).toString('hex')
  const accounts = {
    superuser: { username: 'stockie', password: password() },
    replication: { username: 'replicator', password: password() },
  }
  const settings = {
    scope,
    user,
    patroni,
    postgres,
    etcdPort,
    isStrict,
    canCutReplication,
    accounts,
  }
  const members = [await createMember('a', settings), await createMember('b', settings)] as const
  for (const member of members) await member.start()

  /** From the first Patroni that answers. */
  async function ask<Answer>(page: string): Promise<Answer> {
    for (const { apiPort, assertRuns } of members) {
      assertRuns()
      const answer = await askPatroni<Answer>(apiPort, page).catch(() => null)
      if (answer) return answer
    }
    throw new Error('No Patroni answers.')
  }

  const listMembers = async () => (await ask<{ members: ListedMember[] }>('cluster')).members

  async function findMember(wanted: string): Promise<PatroniMember> {
    const found = (await listMembers()).find(({ role }) => role === wanted)
    const member = members.find(({ name }) => name === found?.name)
    if (!member) throw new Error(`The cluster has no ${wanted}.`)
    return member
  }

  const primary = () => findMember('leader')
  const standby = () => findMember('sync_standby')

  async function awaitHealthy(): Promise<void> {
    scope.progress('waiting for both members of the cluster')
    const check = async () => {
      store.assertRuns()
      const listed = await listMembers()
      const isUp = ({ state }: ListedMember) => ['running', 'streaming'].includes(state)
      const roles = listed.filter(isUp).map(({ role }) => role)
      return roles.toSorted().join() === 'leader,sync_standby'
    }
    await waitUntil('the cluster has a primary and a synchronous standby', check, startLimit)
    // Remembered, so that an interrupted run can end them.
    for (const member of members) await member.readPostmaster()
  }

  scope.progress('starting a cluster of two PostgreSQL')
  await awaitHealthy()
  const proxy = await startHaproxy(scope, {
    name: 'primary',
    mode: 'tcp',
    settings: ['option httpchk GET /primary', 'http-check expect status 200'],
    servers: members.map(({ name, port, apiPort }) => ({ name, port, checkPort: apiPort })),
  })
  await proxy.awaitUp([(await primary()).name])
  const { username, password: secret } = accounts.superuser
  return {
    url: `postgresql://${username}:${secret}@127.0.0.1:${proxy.port}/postgres`,
    primary,
    standby,
    awaitHealthy,
    isStrict: async () => {
      const config = await ask<{ synchronous_mode_strict?: boolean }>('config')
      return config.synchronous_mode_strict === true
    },
    switchOver: async () => {
      const [leader, candidate] = [await primary(), await standby()]
      // Patroni answers only after the exchange, or gives up waiting for it.
      await fetch(`http://127.0.0.1:${leader.apiPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      })
      await waitUntil('the standby is the primary', async () => {
        return (await primary()).name === candidate.name
      })
    },
  }
}

async function askPatroni<Answer>(port: number, page: string): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/${page}`, {
    signal: AbortSignal.timeout(2_000),
  })
  return (await answer.json()) as Answer
}
