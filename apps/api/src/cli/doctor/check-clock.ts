import type { ClientBase } from 'pg'
import type { Verdict } from './finding'

const tolerated = 5

/** Sign-ins end by this machine's clock, and what is recorded is dated by the database's. */
export async function checkClock(client: ClientBase): Promise<Verdict[]> {
  const asked = Date.now()
  const { rows } = await client.query<{ now: number }>(
    `select extract(epoch from clock_timestamp())::double precision as now`,
  )
  const here = (asked + Date.now()) / 2000
  const seconds = Math.round(Math.abs(here - (rows[0]?.now ?? 0)))
  if (seconds <= tolerated) {
    return [{ state: 'ok', found: `${new Date().toISOString()}, here and in the database.` }]
  }
  const found = `This machine and the database differ by ${seconds.toLocaleString('en')} seconds: let both set their clocks by the network (NTP).`
  return [{ state: 'look', found }]
}
