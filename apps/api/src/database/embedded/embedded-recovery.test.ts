import { EventEmitter, once } from 'node:events'
import { truncate } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { freePort } from '#test/support/built-program'
import { createEmbeddedFixture } from '#test/support/database/embedded-fixture'
import { StartError } from '#src/database/embedded/claim'

const shop = createEmbeddedFixture()

/** What PostgreSQL cannot start without, which it would notice when it starts. */
const damage = () => truncate(path.join(shop.home, 'postgres/global/pg_control'), 0)

async function killPostgres(): Promise<void> {
  const { pid } = await shop.postmaster()
  process.kill(pid, 'SIGKILL')
}

test('one that has died and does not start any more is given up with the reason', async () => {
  const given = new EventEmitter()
  const onGivenUp = (reason: unknown) => given.emit('up', reason)
  await shop.start({ port: await freePort(), onGivenUp })
  await damage()
  const [[reason]] = await Promise.all([once(given, 'up'), killPostgres()])
  expect(reason).toBeInstanceOf(StartError)
  expect(String(reason)).toMatch(/The embedded PostgreSQL did not start; .*postgres.log says why/)
})

test('closing ends the attempts to start it again, also before the first', async () => {
  for (const attempts of [0, 1]) {
    shop.home = path.join(shop.folder, String(attempts))
    const said: string[] = []
    const server = await shop.start({ port: await freePort(), log: (line) => said.push(line) })
    await damage()
    await killPostgres()
    await vi.waitFor(() => expect(said.length).toBeGreaterThanOrEqual(2 * attempts), {
      timeout: 30_000,
    })
    await shop.close(server)
  }
})
