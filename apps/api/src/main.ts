import { isMade } from '@/database/embedded/is-made'
import { openDatabase, type OpenDatabase } from '@/database/open-database'
import { loadEnv } from '@/env'
import { checkPort } from '@/main/check-port'
import { createEnding } from '@/main/ending'
import { exitSentence } from '@/main/exit-sentence'
import { onSignal } from '@/main/on-signal'
import { serve } from '@/main/serve'
import { complain, tell } from '@/main/tell'

const ending = createEnding()
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
  if (refusal && (env.DATABASE_URL || !(await isMade(env.STOCKIE_HOME)))) throw refusal
  const onGivenUp = (reason: unknown) => void endWith(reason)
  const opening = openDatabase(env, { serving: true, log: tell, onGivenUp })
  // Before it is there: a Ctrl-C in between must not leave a server that has just been started.
  ending.beforeThat(async () => (await opening.catch(() => undefined))?.close())
  const database = await opening
  opened = database
  if (refusal) throw refusal
  await serve(env, database, ending)
} catch (error) {
  await endWith(error)
}

/** On the way out everything fails that still wants the database; nobody needs to hear of it. */
async function endWith(reason: unknown): Promise<void> {
  if (ending.hasBegun()) return
  complain(exitSentence(reason))
  await ending.end(1)
}
