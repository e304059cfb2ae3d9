type Refusal = {
  /** The code of PostgreSQL, of a pooler or of Node. */
  code: RegExp
  message?: RegExp
  /** The advice, in a sentence. */
  advise: (match: { code: string; message: string; detail: string }) => string
}

const wrongUser =
  'The database refuses the user or the password: check DATABASE_URL. If you use Docker Compose, check POSTGRES_PASSWORD.'

/** Why the server refuses a connection, although Stockie reaches it. The first match wins. */
const refusals: Refusal[] = [
  {
    code: /^08P01$/,
    message: /unsupported startup parameter:? *"?(\w+)/i,
    advise: ({ detail }) =>
      `The pooler in DATABASE_URL refuses the setting ${detail} at the login: remove it from DATABASE_URL, or add it to ignore_startup_parameters in pgbouncer.ini.`,
  },
  {
    // PostgreSQL, PgBouncer, and managed databases.
    code: /^(28000|08P01)$/,
    message: /no encryption|SSL off|(SSL|TLS).* required|connection is insecure/i,
    advise: () =>
      'The database accepts only encrypted connections from this machine: add sslmode=verify-full to DATABASE_URL, as in postgresql://user:password@host:5432/stockie?sslmode=verify-full.',
  },
  {
    code: /^28000$/,
    message: /no pg_hba\.conf entry/i,
    advise: () =>
      'The database accepts no connection of this user from this machine: add a line for them to its pg_hba.conf.',
  },
  {
    code: /^08P01$/,
    message: /no such database: (\S+)/i,
    advise: ({ detail }) =>
      `The pooler in DATABASE_URL does not know the database ${detail}: add a line to [databases] in pgbouncer.ini that begins with * =, because backups and restores use databases of their own.`,
  },
  {
    code: /^08P01$/,
    message: /authentication failed|no such user/i,
    advise: () => wrongUser,
  },
  {
    code: /^(28P01|28000)$/,
    advise: () => wrongUser,
  },
  {
    code: /^08P01$/,
    advise: ({ message }) =>
      `The database or the pooler in DATABASE_URL refuses the connection with the message "${message}": check that PostgreSQL runs, and the settings of both.`,
  },
  {
    code: /^3D000$/,
    advise: () => 'The database named in DATABASE_URL does not exist: create it first.',
  },
  {
    code: /^42501$/,
    advise: () =>
      'The user in DATABASE_URL may not use this database: grant the user all privileges on it.',
  },
  {
    code: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    advise: () =>
      'The certificate of the database has expired, or is not valid yet: renew it on the server, and check the clock of this machine.',
  },
  {
    code: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    advise: () =>
      'The certificate of the database is for another name than the one in DATABASE_URL: use a name that the certificate has.',
  },
  {
    // Node's words for an unknown issuer.
    code: /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/,
    advise: () =>
      'This machine does not know the issuer of the certificate of the database: add sslrootcert=<file> to DATABASE_URL, with the certificate of the issuer in that file.',
  },
  {
    code: /^$/,
    message: /^The server does not support SSL connections$/,
    advise: () =>
      'The database offers no encrypted connections: set ssl = on in its postgresql.conf, or remove sslmode from DATABASE_URL if the network between them is your own.',
  },
]

/** Says why the database refuses the connection and what to set. Undefined for any other error. */
export function describeRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const code = 'code' in error ? String(error.code) : ''
  for (const refusal of refusals) {
    const match = (refusal.message ?? /^/).exec(message)
    if (match && refusal.code.test(code)) {
      return refusal.advise({ code, message, detail: match[1] ?? '' })
    }
  }
  return undefined
}
