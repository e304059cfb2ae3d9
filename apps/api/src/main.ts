import { embeddedDatabaseExists } from '#src/database/embedded/home'
import { openDatabase, type OpenDatabase } from '#src/database/open-database'
import { loadEnv } from '#src/env'
import { exitSentence, print, printError } from '#src/server/console'
import { checkPort } from '#src/server/listen'
import { createShutdown, onSignal } from '#src/server/shutdown'

const shutdown = createShutdown()
let opened: OpenDatabase | undefined
onSignal(
  () => void shutdown.end(0),
  () => {
    opened?.stopAtOnce()
    process.exit(1)
  },
)

try {
  const env = loadEnv()
  const portError = await checkPort(env)
  // If Stockie already runs from this home, openDatabase says so, which explains more than an occupied port.
  if (portError && (env.DATABASE_URL || !(await embeddedDatabaseExists(env.STOCKIE_HOME))))
    throw portError
  const onRestartFailed = (reason: unknown) => void endWith(reason)
  const opening = openDatabase(env, {
    serving: true,
    log: print,
    // The await below reports an error.
    onStarting: () => void loadServer().catch(() => {}),
    onRestartFailed,
  })
  // Registered before the database is open, so that a Ctrl-C in between leaves no server running.
  shutdown.onClose(async () => (await opening.catch(() => undefined))?.close())
  const database = await opening
  opened = database
  if (portError) throw portError
  const { startServer } = await loadServer()
  await startServer(env, database, shutdown)
} catch (error) {
  await endWith(error)
}

/** Loads most of the program. It runs while PostgreSQL starts. */
function loadServer() {
  return import('#src/server/start-server')
}

/** Prints the error and exits. During a shutdown, failing database calls are expected and stay silent. */
async function endWith(reason: unknown): Promise<void> {
  if (shutdown.isShuttingDown()) return
  printError(exitSentence(reason))
  await shutdown.end(1)
}
