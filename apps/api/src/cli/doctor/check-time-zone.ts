import pg, { type ClientBase } from 'pg'
import type { Verdict } from './finding'
import type { Settings } from './read-settings'

type Moment = { moment: number; shown: string; today: string }

/** Decides which day it is: Node and PostgreSQL must mean the same by its name. */
export async function checkTimeZone(
  client: ClientBase,
  { env, given }: Settings,
): Promise<Verdict[]> {
  const zone = env.STORE_TIME_ZONE
  try {
    const { rows } = await client.query<Moment>(
      `select extract(epoch from now())::double precision * 1000 as moment,
         to_char(now() at time zone $1, 'YYYY-MM-DD HH24:MI') as shown,
         to_char(now() at time zone $1, 'YYYY-MM-DD') as today`,
      [zone],
    )
    const { moment = 0, shown, today } = rows[0] ?? {}
    if (shown !== showIn(zone, moment)) {
      const found = `By ${zone} the database means another time than this machine (${shown}, ${showIn(zone, moment)}): set STORE_TIME_ZONE to a name such as Europe/Berlin.`
      return [{ state: 'wrong', found }]
    }
    if (given.includes('STORE_TIME_ZONE')) {
      return [{ state: 'ok', found: `${zone}, where today is ${today}.` }]
    }
    const own = `STORE_TIME_ZONE is not set, and the machine's own zone ${zone} counts, where today is ${today}`
    // Whoever lives by UTC is a server, seldom a shop.
    if (!/^(Etc\/)?(UTC|GMT|UCT|Zulu)$/i.test(zone)) return [{ state: 'ok', found: `${own}.` }]
    return [{ state: 'look', found: `${own}: set it to the shop's, such as Europe/Berlin.` }]
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '22023') throw error
    const found = `The database does not know the time zone ${zone}: set STORE_TIME_ZONE to a name such as Europe/Berlin.`
    return [{ state: 'wrong', found }]
  }
}

/** As PostgreSQL writes it; Sweden does the same. */
function showIn(timeZone: string, moment: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment)
}
