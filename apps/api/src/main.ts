import { openDatabase } from '@/database/open-database'
import { loadEnv } from '@/env'
import { createEnding } from '@/main/ending'
import { exitSentence } from '@/main/exit-sentence'
import { onSignal } from '@/main/on-signal'
import { serve } from '@/main/serve'
import { complain, tell } from '@/main/tell'

const ending = createEnding()
onSignal(
  () => void ending.end(0),
  () => process.exit(1),
)

try {
  const env = loadEnv()
  const database = await openDatabase(env, { serving: true, log: tell })
  ending.beforeThat(database.close)
  await serve(env, database, ending)
} catch (error) {
  // On the way out everything fails that still wants the database; nobody needs to hear of it.
  if (!ending.hasBegun()) {
    complain(exitSentence(error))
    await ending.end(1)
  }
}
