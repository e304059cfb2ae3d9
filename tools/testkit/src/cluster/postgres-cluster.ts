import { randomBytes } from 'node:crypto'
import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { findSystemUser } from '@stockie/api/system-user'
import { freePort } from '../free-port.mjs'
import { waitUntil } from '../polling'
import { type Scope, startProgram } from './background-program'
import { findPostgresPrograms, findPrograms } from './debian-programs'
import { startHaproxy } from './haproxy'
import { type ClusterSettings, createMember, type PatroniMember } from './patroni-member'

export type PostgresCluster = {
  /** Through HAProxy, which leads to the primary. */
  url: string
  primary: () => Promise<PatroniMember>
  standby: () => Promise<PatroniMember>
  /** Asks Patroni to exchange the two. */
  switchOver: () => Promise<void>
  /** Waits until both run and the standby is synchronous. */
  awaitWhole: () => Promise<void>
}

type ListedMember = { name: string; role: string; state: string }

/** Starts two PostgreSQL with Patroni, one etcd and HAProxy, as separate programs of this machine. */
export async function openPostgresCluster(
  parent: Scope,
  { isStrict }: Pick<ClusterSettings, 'isStrict'>,
): Promise<PostgresCluster> {
  const scope = {
    ...parent,
    folder: path.join(parent.folder, `cluster-${randomBytes(4).toString('hex')}`),
  }
  const { patroni, etcd } = await findPrograms(['patroni', 'etcd', 'haproxy'])
  const postgres = await findPostgresPrograms()
  const user = await findSystemUser(scope.folder)
  await mkdir(scope.folder)
  if (user) await chown(scope.folder, user.uid, user.gid)
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const args = [
    `--data-dir=${path.join(scope.folder, 'etcd')}`,
    `--listen-client-urls=${etcdUrl}`,
    `--advertise-client-urls=${etcdUrl}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
  ]
  startProgram(scope, { name: 'etcd', file: etcd, args, user })
  const password = () => randomBytes(16).toString('hex')
  const accounts = {
    superuser: { username: 'stockie', password: password() },
    replication: { username: 'replicator', password: password() },
  }
  const settings = { scope, user, patroni, postgres, etcdPort, isStrict, accounts }
  const members = [await createMember('a', settings), await createMember('b', settings)] as const
  for (const member of members) {
    scope.onEnd(member.kill)
    member.start()
  }

  /** From the first Patroni that answers. */
  async function listMembers(): Promise<ListedMember[]> {
    for (const { apiPort } of members) {
      const listed = await askPatroni(apiPort).catch(() => null)
      if (listed) return listed
    }
    return []
  }

  async function findMember(matches: (role: string) => boolean): Promise<PatroniMember> {
    const found = (await listMembers()).find(({ role }) => matches(role))
    const member = members.find(({ name }) => name === found?.name)
    if (!member) throw new Error('The cluster has no such member.')
    return member
  }

  const primary = () => findMember((role) => role === 'leader')
  const standby = () => findMember((role) => role !== 'leader')
  const awaitWhole = async () => {
    scope.progress('waiting for both members of the cluster')
    await waitUntil('the cluster has a primary and a synchronous standby', async () => {
      const listed = await listMembers()
      const isUp = ({ state }: ListedMember) => ['running', 'streaming'].includes(state)
      return (
        listed.filter(isUp).length === members.length &&
        listed.some(({ role }) => role === 'leader') &&
        listed.some(({ role }) => role === 'sync_standby')
      )
    })
  }
  scope.progress('starting a cluster of two PostgreSQL')
  await awaitWhole()
  const servers = members.map(({ name, port, apiPort }) => ({ name, port, checkPort: apiPort }))
  const proxyPort = await startHaproxy(scope, {
    name: 'primary',
    mode: 'tcp',
    settings: ['option httpchk GET /primary', 'http-check expect status 200'],
    servers,
  })
  const { username, password: secret } = accounts.superuser
  return {
    url: `postgresql://${username}:${secret}@127.0.0.1:${proxyPort}/postgres`,
    primary,
    standby,
    awaitWhole,
    switchOver: async () => {
      const [leader, candidate] = [await primary(), await standby()]
      const answer = await fetch(`http://127.0.0.1:${leader.apiPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      })
      if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`)
    },
  }
}

async function askPatroni(port: number): Promise<ListedMember[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/cluster`, {
    signal: AbortSignal.timeout(2_000),
  })
  const { members } = (await answer.json()) as { members: ListedMember[] }
  return members
}
