import { openEmbeddedServer } from '#src/database/embedded/embedded-server'

type DatabaseEnv = {
  DATABASE_URL?: string | undefined
  STOCKIE_HOME: string
  STOCKIE_DB_PORT?: number | undefined
}

export type OpenDatabase = {
  url: string
  /** Made once with the embedded database; another database brings its own by JWT_SECRET. */
  jwtSecret: string | undefined
  close: () => Promise<void>
  /** From now on what happens to the embedded database is told there. */
  report: (log: (message: string) => void) => void
  stopAtOnce: () => void
}

type Options = {
  serving?: boolean
  log?: (message: string) => void
  /** Hears why the embedded database, which had died, does not start any more. */
  onGivenUp?: (reason: unknown) => void
}

/** The database that the environment names: the owner's by DATABASE_URL, or else the embedded one. */
export async function openDatabase(
  env: DatabaseEnv,
  { serving = false, ...hears }: Options = {},
): Promise<OpenDatabase> {
  if (env.DATABASE_URL) {
    return {
      url: env.DATABASE_URL,
      jwtSecret: undefined,
      close: async () => {},
      report: () => {},
      stopAtOnce: () => {},
    }
  }
  return openEmbeddedServer({
    home: env.STOCKIE_HOME,
    port: env.STOCKIE_DB_PORT,
    serving,
    ...hears,
  })
}
