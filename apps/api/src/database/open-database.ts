import { openEmbeddedServer } from '#src/database/embedded/embedded-server'

type DatabaseEnv = {
  DATABASE_URL?: string | undefined
  STOCKIE_HOME: string
  STOCKIE_DB_PORT?: number | undefined
}

export type OpenDatabase = {
  url: string
  /** Created with the embedded database. With DATABASE_URL it is undefined: JWT_SECRET holds it. */
  jwtSecret: string | undefined
  close: () => Promise<void>
  /** Sends the messages of the embedded database to this log from now on. */
  setLog: (log: (message: string) => void) => void
  stopAtOnce: () => void
}

type Options = {
  serving?: boolean
  log?: (message: string) => void
  /** Called when the embedded PostgreSQL has begun to start. Not if it runs already. */
  onStarting?: () => void
  /** Called with the reason when the embedded database has died and cannot be restarted. */
  onRestartFailed?: (reason: unknown) => void
}

/** Opens the database at DATABASE_URL, or the embedded one if that is not set. */
export async function openDatabase(
  env: DatabaseEnv,
  { serving = false, ...options }: Options = {},
): Promise<OpenDatabase> {
  if (env.DATABASE_URL) {
    return {
      url: env.DATABASE_URL,
      jwtSecret: undefined,
      close: async () => {},
      setLog: () => {},
      stopAtOnce: () => {},
    }
  }
  return openEmbeddedServer({
    home: env.STOCKIE_HOME,
    port: env.STOCKIE_DB_PORT,
    serving,
    ...options,
  })
}
