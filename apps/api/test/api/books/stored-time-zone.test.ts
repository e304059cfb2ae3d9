import { expect, onTestFinished, test } from 'vitest'
import { openProgram, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase } from '#test/support/database/test-database'

const program = openProgram()

test('a program that starts with another time zone stores it beside the closed day, without an activity', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  await withClient(url, (client) => client.query(`update books set closed_through = '2026-10-31'`))
  for (const zone of ['Asia/Kathmandu', 'Pacific/Niue', 'Pacific/Niue']) {
    const env = { ...(await serverEnv(url)), STORE_TIME_ZONE: zone }
    const { child, ended, waitForOutput } = program.start('main', { env })
    await waitForOutput('Stockie is at')
    child.kill()
    await ended
    const { rows } = await withClient(url, (client) =>
      client.query(
        `select to_char(closed_through, 'YYYY-MM-DD') as day, time_zone, version,
           (select count(*)::integer from activities where resource = 'books') as activities
         from books`,
      ),
    )
    expect(rows).toEqual([{ day: '2026-10-31', time_zone: zone, version: 2, activities: 1 }])
  }
})
