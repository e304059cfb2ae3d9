import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase, createDatabasePerTest } from '#test/support/database/test-database'
import { watchInvariants, watchStandby } from './database-metrics'

afterEach(() => vi.restoreAllMocks())
const empty = createDatabasePerTest()

const countRunningChecks = `select count(*)::integer as count from pg_stat_activity
  where application_name = 'stockie-metrics' and datname = current_database()`

function watch(url: string) {
  const registry = new Registry()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  watchInvariants(registry, { url, log })
  const read = async (name: string) => {
    const [metric] = (await registry.getMetricsAsJSON()).filter((one) => one.name === name)
    return metric?.values[0]?.value ?? 0
  }
  return {
    lines,
    checkedAt: () => read('stockie_invariants_checked_timestamp_seconds'),
    failedChecks: () => read('stockie_invariants_check_failures_total'),
  }
}

test('the invariant check never runs twice at once, nor again within a minute @long', async () => {
  const database = await createTestDatabase()
  const { checkedAt } = watch(database.url)
  const connected = new pg.Client({ connectionString: database.url })
  await connected.connect()
  const runningChecks = async () =>
    (await connected.query<{ count: number }>(countRunningChecks)).rows[0]?.count
  await withClient(database.url, async (client) => {
    await client.query('begin; lock table users in access exclusive mode')
    for (let time = 0; time < 3; time += 1) expect(await checkedAt()).toBe(0)
    await vi.waitFor(async () => expect(await runningChecks()).toBe(1), 30_000)
    await checkedAt()
    expect(await runningChecks()).toBe(1)
    await client.query('rollback')
    const first = await vi.waitFor(async () => {
      const seen = await checkedAt()
      expect(seen).toBeGreaterThan(0)
      return seen
    }, 30_000)
    await vi.waitFor(async () => expect(await runningChecks()).toBe(0), 30_000)

    const now = performance.now.bind(performance)
    const inSeconds = (seconds: number) =>
      vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000)
    inSeconds(50)
    await checkedAt()
    // Enough time for a check that must not start.
    await wait(300)
    expect(await checkedAt()).toBe(first)
    // More than twenty times as long as any check in this test takes.
    inSeconds(3_600)
    await vi.waitFor(async () => expect(await checkedAt()).toBeGreaterThan(first), 30_000)
  })
  await connected.end()
  await database.drop()
})

test('a failed invariant check is counted and logged, and the process continues', async () => {
  const { failedChecks, checkedAt, lines } = watch(empty.url)
  await vi.waitFor(async () => expect(await failedChecks()).toBe(1), 30_000)
  expect(await checkedAt()).toBe(0)
  expect(lines.join('')).toContain('The invariants could not be checked.')
})

test('the metric of the standby follows its counts, by outcome', async () => {
  const registry = new Registry()
  const counts = { answered: 0, behind: 0, busy: 0, away: 0, failed: 0 }
  watchStandby(registry, { counts })
  const lines = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('stockie_standby'))
  expect(await lines()).toHaveLength(5)
  counts.answered += 3
  counts.busy += 1
  expect(await lines()).toContain('stockie_standby_reads_total{outcome="answered"} 3')
  counts.answered += 1
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'stockie_standby_reads_total{outcome="answered"} 4',
      'stockie_standby_reads_total{outcome="busy"} 1',
      'stockie_standby_reads_total{outcome="away"} 0',
    ]),
  )
})
