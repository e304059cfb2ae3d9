import { onServer } from '#test/server'
import { startTestApi, type TestApi } from '#test/test-api'

export type Zones = { server: string; store: string; database: string }

/** An API whose process, store and database each have a time zone of their own. */
export async function startInZones({ server, store, database }: Zones): Promise<TestApi> {
  const before = process.env.TZ
  process.env.TZ = server
  if (nameOfZone() !== nameOfZone(server)) throw new Error(`This process is not in ${server}.`)

  const api = await startTestApi({ timeZone: store })
  await setDatabaseZone(api.line.url, database)
  return {
    ...api,
    stop: async () => {
      await api.stop()
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    },
  }
}

/** What the sessions of a database start with from now on. */
export async function setDatabaseZone(url: string, zone: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await onServer(url, (client) => client.query(`alter database ${name} set timezone to '${zone}'`))
}

/** The platform's own name for a zone that may have several, or for that of this process. */
function nameOfZone(timeZone?: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}
