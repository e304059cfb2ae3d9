/** The servers that Stockie can look for, in libpq's words. */
const targets = ['any', 'read-write', 'primary'] as const

export type ServerTarget = (typeof targets)[number]

/** An address such as DATABASE_URL. It may name several servers, in the syntax of libpq. */
export type DatabaseAddress = {
  /** The address of each server alone. */
  servers: string[]
  /** Servers and database, without user and password. */
  place: string
  /** Which of the servers to use (target_session_attrs). Undefined if Stockie does not know the value. */
  target: ServerTarget | undefined
  /** Whether a connection has to look for a server of the demanded kind. */
  hasChoice: boolean
  /** Whether the server must prove that it knows the password (require_auth). */
  demandsProof: boolean
}

/** libpq's option for an address whose server must prove that it knows the password. */
export const scramOnly = 'require_auth=scram-sha-256'

/** User, servers, database and options. URL itself can only read an address with one server. */
const pattern = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]+)(\/[^?#]*)(.*)$/

/** Reads an address. Returns undefined if the text is none. */
export function parseAddress(text: string): DatabaseAddress | undefined {
  const [, start = '', names = '', path = '', options = ''] = pattern.exec(text) ?? []
  if (`${path}${options}`.length < 2) return undefined
  // Without the target: each server has been chosen already.
  const rest = `${path}${options.replace(/(?<=[?&])target_session_attrs=[^&#]*&?/, '')}`
  const servers = names.split(',').map((name) => name && `${start}${name}${rest}`)
  if (!servers.every((server) => URL.canParse(server))) return undefined
  const { searchParams } = new URL(`${start}${names.split(',')[0]}${path}${options}`)
  // pg would take a list in the options for one name.
  if (/,/.test(`${searchParams.get('host')}${searchParams.get('port')}`)) return undefined
  const named = searchParams.get('target_session_attrs') ?? 'any'
  const target = targets.find((known) => known === named)
  return {
    servers,
    place: `${names}${path}`,
    target,
    hasChoice: servers.length > 1 || target !== 'any',
    demandsProof: searchParams.get('require_auth') === 'scram-sha-256',
  }
}

/** The same address for another database. */
export function replaceDatabase(address: string, name: string): string {
  return address.replace(
    pattern,
    (_all, start: string, servers: string, _path, options: string) =>
      `${start}${servers}/${encodeURIComponent(name)}${options}`,
  )
}
