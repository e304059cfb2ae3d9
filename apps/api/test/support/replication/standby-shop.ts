import { seenHeader } from '@stockie/contracts'
import { expect, vi } from 'vitest'
import { connect } from '#src/database/pool/connect'
import { openStandby, type Standby } from '#src/database/pool/standby'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { openStandbyServer } from './standby-server'

export type StandbyShop = Awaited<ReturnType<typeof openStandbyShop>>

/** How long the standby is left alone after an error. */
export const restMs = 2_000

/** Starts an API that reads from a standby. */
export async function openStandbyShop() {
  const server = await openStandbyServer()
  const proxy = await openDatabaseProxy(server.standbyUrl)
  const primary = connect(server.database.url)
  const messages: string[] = []
  const log = {
    warn: (_error: unknown, text: string) => void messages.push(text),
    info: (text: string) => void messages.push(text),
  }

  async function open(url: string): Promise<Standby> {
    const parts = { primary: primary.pool, max: 3, log: log as never, restMs }
    const opened = await openStandby(url, parts)
    if (!opened) throw new Error('The primary does not say its position.')
    return opened
  }

  const standby = await open(proxy.url)
  const api = await startTestApi({ database: server.database, standby })
  const shop = await openTestShop(api)

  async function read(path: string, seen?: string, token = shop.token) {
    const before = { ...standby.counts }
    const answer = await api.call(path, { token, headers: seen ? { [seenHeader]: seen } : {} })
    const outcome = Object.entries(standby.counts).find(
      ([name, count]) => count > Reflect.get(before, name),
    )
    return {
      status: answer.status,
      body: answer.body,
      position: answer.headers.get(seenHeader) ?? '',
      /** How the standby was asked. Undefined if only the primary was. */
      outcome: outcome?.[0],
    }
  }

  /** Reads with the newest position, once the standby has come as far. */
  async function readFromStandby(path: string) {
    const { position } = await read('/changes')
    return vi.waitFor(async () => {
      const answer = await read(path, position)
      expect(answer.outcome).toBe('answered')
      return answer
    }, 10_000)
  }

  async function stop(): Promise<void> {
    await standby.close()
    await primary.close()
    await proxy.disconnect()
    await api.stop()
  }

  return { server, proxy, open, messages, standby, api, shop, read, readFromStandby, stop }
}
