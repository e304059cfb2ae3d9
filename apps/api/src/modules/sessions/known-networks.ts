import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

type Place = { email: string; network: string }

type Familiarity = {
  /** The version of the account's tokens, which grows with each new password. Undefined without an account. */
  version: number | undefined
  /** The version at the account's last sign-in from the network in the last 90 days. */
  versionThere: number | undefined
}

export type KnownNetworks = {
  find: (place: Place) => Promise<Familiarity>
  /** Remembers a sign-in to the account from the network. */
  remember: (place: Place, version: number) => Promise<void>
}

const lifetimeMs = 90 * 24 * 60 * 60 * 1000

/** A thief of the password who signs in from new networks could otherwise fill the table. */
const maxNetworks = 20

/**
 * The networks that accounts signed in from. They are rows of login_throttle, with the version of the account's
 * tokens as points.
 */
export function createKnownNetworks(pool: Pool): KnownNetworks {
  const find = createLookup(pool)

  async function remember({ email, network }: Place, version: number): Promise<void> {
    const key = knownNetworkKey(email, network)
    const now = Date.now()
    const values = [key, version, now + lifetimeMs]
    const { rowCount } = await pool.query(
      `update login_throttle set points = $2, expire = $3 where key = $1`,
      values,
    )
    if (rowCount === 0) {
      // An account with many networks keeps them, so that a thief of its password cannot push them out. Those of
      // a former password make room.
      await pool.query(
        `with networks as (
           select key, points, expire from login_throttle where starts_with(key, $4) and expire > $5
         ), count as (
           select count(*) as networks from networks
         ), removed as (
           delete from login_throttle
           where key = (select key from networks where points <> $2 order by expire limit 1)
             and (select networks from count) >= ${maxNetworks}
           returning key
         )
         insert into login_throttle (key, points, expire)
         select $1, $2, $3 from count
         where networks < ${maxNetworks} or exists (select from removed)
         on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
        [...values, keyPrefix(email), now],
      )
    }
  }

  return {
    find,
    // A sign-in also succeeds while the table cannot be written.
    remember: (place, version) => remember(place, version).catch(() => {}),
  }
}

/**
 * Looks up accounts and networks, with one query at a time for all callers that wait. So an attack of many
 * networks takes one connection. Nothing is known if the tables cannot be read.
 */
function createLookup(pool: Pool): KnownNetworks['find'] {
  type Row = Familiarity & { key: string }
  let next: { places: Place[]; found: Promise<Map<string, Row>> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function read(places: readonly Place[]): Promise<Map<string, Row>> {
    next = undefined
    const { rows } = await pool.query<Row>({
      name: 'find-known-networks',
      text: `select asked.key, users.token_version as version, known.points as "versionThere"
        from unnest($1::text[], $2::text[]) as asked (email, key)
        join users on users.email = lower(asked.email) and users.removed_at is null
        left join login_throttle as known on known.key = asked.key and known.expire > $3`,
      values: [
        places.map(({ email }) => email),
        places.map(({ email, network }) => knownNetworkKey(email, network)),
        Date.now(),
      ],
    })
    return new Map(rows.map((row) => [row.key, row]))
  }

  return async (place) => {
    if (!next) {
      const places: Place[] = []
      const found = last.then(() => read(places)).catch(() => new Map<string, Row>())
      next = { places, found }
      last = found
    }
    next.places.push(place)
    const found = (await next.found).get(knownNetworkKey(place.email, place.network))
    return { version: found?.version, versionThere: found?.versionThere ?? undefined }
  }
}

/** The key that login_throttle has if the account signed in from the network in the last 90 days. */
export function knownNetworkKey(email: string, network: string): string {
  return `${keyPrefix(email)}${keyOf(network)}`
}

function keyPrefix(email: string): string {
  return `known:${accountKey(email)}:`
}

export function accountKey(email: string): string {
  return keyOf(email.toLowerCase())
}

/** A hash, so that the table contains no e-mail and no address. */
export function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}
