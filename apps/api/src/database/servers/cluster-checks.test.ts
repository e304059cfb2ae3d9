import { expect, test } from 'vitest'
import { type ClusterFacts, judgeCluster, judgeStart, type Standby } from './cluster-checks'

const server = {
  id: 'x',
  seenAt: 0,
  address: 'till-1:3000',
  version: '1.0.0',
  poolSize: 10,
  timeZone: 'Europe/Berlin',
  secretFingerprint: 'a',
}
const single: ClusterFacts = {
  isStandby: false,
  user: 'stockie',
  standbys: [],
  synchronousNames: '',
  commitWait: 'on',
  connections: 97,
  servers: [],
}
const own = { asyncStandbys: [], secretFingerprint: 'a', timeZone: 'Europe/Berlin' }
const standby = (name: string, syncState: Standby['syncState']): Standby => ({
  name,
  syncState,
  lagBytes: 12_345,
  lagSeconds: 0.25,
})
const judge = (facts: Partial<ClusterFacts>, asyncStandbys: string[] = []) =>
  judgeCluster({ ...single, ...facts }, { ...own, asyncStandbys }).map(
    ({ state, found }) => `${state}: ${found}`,
  )

test('a shop with one server and no standby has no finding about its cluster', () => {
  expect(judge({})).toEqual([])
  expect(judge({ servers: [server] })).toEqual([])
})

test('a standby as the database is an error', () => {
  expect(judge({ isStandby: true })).toEqual([
    'error: This PostgreSQL is a standby, and Stockie can write only to a primary: let DATABASE_URL lead to the primary.',
  ])
})

const behind = '12,345 bytes and 0.3 seconds behind'

test.each(['sync', 'quorum'] as const)('a standby in the state %s is ok, with its lag', (state) => {
  expect(judge({ standbys: [standby('b', state)], synchronousNames: '*' })).toEqual([
    `ok: Standbys: b is synchronous, ${behind}.`,
  ])
})

test('an asynchronous standby is an error, unless it is marked as one for reading', () => {
  const standbys = [standby('b', 'async')]
  expect(judge({ standbys })).toEqual([
    `error: The standby b is asynchronous, ${behind}, and no standby is synchronous. If it takes over, sales are lost that Stockie has confirmed. Set synchronous_standby_names. If it is only for reading, add its name to ASYNC_STANDBYS.`,
  ])
  expect(judge({ standbys }, ['a', 'b'])).toEqual([`ok: Standbys: b is asynchronous, ${behind}.`])
})

test('an asynchronous standby beside a synchronous standby is a warning', () => {
  const standbys = [standby('b', 'sync'), standby('c', 'async'), standby('d', 'potential')]
  expect(judge({ standbys, synchronousNames: 'b' })).toEqual([
    `warning: The standby c is asynchronous, ${behind}. If it takes over, sales are lost that Stockie has confirmed. Never promote it while it is asynchronous. If it is only for reading, add its name to ASYNC_STANDBYS.`,
    `ok: Standbys: b is synchronous, ${behind}; d is in reserve, ${behind}.`,
  ])
})

test('a standby whose state the user may not see is a warning with the GRANT', () => {
  const standbys = [{ name: 'b', syncState: null, lagBytes: null, lagSeconds: null }]
  expect(judge({ standbys, synchronousNames: 'b' })).toEqual([
    'warning: PostgreSQL has standbys (b), and the user in DATABASE_URL may not see whether they are synchronous: run GRANT pg_monitor TO "stockie".',
  ])
})

test.each([
  ['b', [], 0, 1],
  ['*', [standby('b', 'async')], 0, 1],
  ['ANY 1 (b, c)', [], 0, 1],
  ['FIRST 2 (b, c)', [standby('b', 'sync')], 1, 2],
  ['2 (b, c)', [standby('b', 'sync')], 1, 2],
])(
  'too few synchronous standbys for synchronous_standby_names = %s is an error',
  (synchronousNames, standbys, connected, needed) => {
    expect(judge({ synchronousNames, standbys }, ['b'])).toContain(
      `error: synchronous_standby_names is ${synchronousNames}, and ${connected} of ${needed} synchronous standbys are connected, so every write waits until there are enough: start the standby. Without one, set synchronous_standby_names to an empty text.`,
    )
  },
)

test('enough synchronous standbys are no error', () => {
  const standbys = [standby('b', 'quorum'), standby('c', 'quorum')]
  expect(judge({ synchronousNames: 'ANY 1 (b, c)', standbys })).toHaveLength(1)
})

test('the pools of all servers, and of one more while they are replaced, must fit into max_connections', () => {
  const two = [
    server,
    { ...server, id: 'y', address: 'till-2:3000', version: '1.1.0', poolSize: 20 },
  ]
  const named = 'ok: Servers: till-1:3000 with version 1.0.0; till-2:3000 with version 1.1.0.'
  // 14 and 24, 24 for one more, and 7 for commands.
  expect(judge({ servers: two, connections: 69 })).toEqual([
    named,
    'ok: 2 servers need up to 69 connections, and PostgreSQL allows 69.',
  ])
  expect(judge({ servers: two, connections: 68 })).toEqual([
    named,
    'warning: 2 servers need up to 69 connections, and PostgreSQL allows 68: raise max_connections, or lower DATABASE_POOL.',
  ])
  expect(judge({ servers: [server], connections: 20 })).toEqual([
    'warning: 1 server needs up to 21 connections, and PostgreSQL allows 20: raise max_connections, or lower DATABASE_POOL.',
  ])
})

test('a server with other settings than this machine is an error', () => {
  const other = { ...server, secretFingerprint: 'b', timeZone: 'UTC' }
  expect(judge({ servers: [other] })).toEqual([
    'error: The server at till-1:3000 has another JWT_SECRET than the settings here, and STORE_TIME_ZONE=UTC instead of Europe/Berlin: set the same values on all machines of the shop.',
  ])
  const withoutSecret = { ...own, secretFingerprint: undefined, timeZone: 'UTC' }
  expect(judgeCluster({ ...single, servers: [other] }, withoutSecret)).toEqual([])
})

test.each([[[]], [[standby('b', 'sync')]]])(
  'synchronous_commit = off is an error, with or without a standby',
  (standbys) => {
    expect(judge({ commitWait: 'off', standbys, synchronousNames: 'b' })[0]).toBe(
      'error: synchronous_commit is off: if PostgreSQL crashes, sales are lost that Stockie has confirmed. Set synchronous_commit = on.',
    )
  },
)

test('synchronous_commit = local is an error if there is a standby that may take over', () => {
  const local = { commitWait: 'local', synchronousNames: 'b' }
  const error =
    'error: synchronous_commit is local, so no commit waits for a standby: if a standby takes over, sales are lost that Stockie has confirmed. Set synchronous_commit = on.'
  expect(judge(local)).toEqual([])
  expect(judge({ ...local, standbys: [standby('b', 'sync')] })).toContain(error)
  const standbys = [standby('c', 'async')]
  expect(judge({ ...local, standbys })).toContain(error)
  // Without a wait, a missing synchronous standby delays no write.
  expect(judge({ ...local, standbys }, ['c'])).toEqual([
    `ok: Standbys: c is asynchronous, ${behind}.`,
  ])
})

test('a start warns of the standbys, the commits and the connections, and of no missing right', () => {
  const standbys = [standby('b', 'sync'), standby('c', 'async')]
  const facts = { ...single, servers: [server], synchronousNames: 'b', standbys }
  expect(judgeStart({ ...facts, commitWait: 'off', connections: 20 }, [])).toEqual([
    expect.stringContaining('synchronous_commit is off'),
    expect.stringContaining('The standby c is asynchronous'),
    expect.stringContaining('raise max_connections'),
  ])
  expect(judgeStart(facts, ['c'])).toEqual([])
  const hidden = { name: 'b', syncState: null, lagBytes: null, lagSeconds: null }
  expect(judgeStart({ ...facts, standbys: [hidden] }, [])).toEqual([])
})
