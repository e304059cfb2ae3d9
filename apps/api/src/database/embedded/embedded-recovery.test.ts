import { EventEmitter, once } from 'node:events'
import { truncate } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { freePort } from '#test/support/built-program'
import { createEmbeddedFixture } from '#test/support/database/embedded-fixture'
import { StartError } from '#src/errors'

const shop = createEmbeddedFixture()

/** Empties a file without which PostgreSQL cannot start. */
const damage = () => truncate(path.join(shop.home, 'postgres/global/pg_control'), 0)

async function killPostgres(): Promise<void> {
  const { pid } = await shop.postmaster()
  process.kill(pid, 'SIGKILL')
}

test('the embedded server reports the reason when PostgreSQL has died and cannot restart @long', async () => {
  const events = new EventEmitter()
  const onRestartFailed = (reason: unknown) => events.emit('failed', reason)
  await shop.start({ port: await freePort(), onRestartFailed })
  await damage()
  const [[reason]] = await Promise.all([once(events, 'failed'), killPostgres()])
  expect(reason).toBeInstanceOf(StartError)
  expect(String(reason)).toMatch(/The embedded PostgreSQL did not start\. See .*postgres.log: /)
})

test('close ends the restart attempts of the embedded server, even before the first one @long', async () => {
  for (const attempts of [0, 1]) {
    shop.home = path.join(shop.folder, String(attempts))
    const messages: string[] = []
    const server = await shop.start({
      port: await freePort(),
      log: (message) => messages.push(message),
    })
    await damage()
    await killPostgres()
    await vi.waitFor(() => expect(messages.length).toBeGreaterThanOrEqual(2 * attempts), {
      timeout: 30_000,
    })
    await shop.close(server)
  }
})
