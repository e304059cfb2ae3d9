import { embeddedDatabaseExists } from '#src/database/embedded/home'
import { openDatabase, type OpenDatabase } from '#src/database/open-database'
import { loadEnv } from '#src/env'
import { exitSentence, print, printError } from '#src/server/console'
import { checkPort } from '#src/server/listen'
import { createShutdown, onSignal } from '#src/server/shutdown'
import { startServer } from '#src/server/start-server'

const ending = createShutdown()
let opened: OpenDatabase | undefined
onSignal(
  () => void ending.end(0),
  () => {
    opened?.stopAtOnce()
    process.exit(1)
  },
)

try {
  const env = loadEnv()
  const refusal = await checkPort(env)
  // Where a Stockie runs from this home already, that is the better thing to say.
  if (refusal && (env.DATABASE_URL || !(await embeddedDatabaseExists(env.STOCKIE_HOME))))
    throw refusal
  const onGivenUp = (reason: unknown) => void endWith(reason)
  const opening = openDatabase(env, { serving: true, log: print, onGivenUp })
  // Before it is there: a Ctrl-C in between must not leave a server that has just been started.
  ending.beforeThat(async () => (await opening.catch(() => undefined))?.close())
  const database = await opening
  opened = database
  if (refusal) throw refusal
  await startServer(env, database, ending)
} catch (error) {
  await endWith(error)
}

/** On the way out everything fails that still wants the database; nobody needs to hear of it. */
async function endWith(reason: unknown): Promise<void> {
  if (ending.hasBegun()) return
  printError(exitSentence(reason))
  await ending.end(1)
}
