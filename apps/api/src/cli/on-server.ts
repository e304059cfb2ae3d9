import { isMade } from '@/database/embedded/is-made'
import { AlreadyServed } from '@/database/embedded/start-error'
import { openDatabase } from '@/database/open-database'
import type { Env } from '@/env'
import { AppError } from '@/errors'
import { Interrupted } from './interrupted'

type Options = {
  env: Env
  signal: AbortSignal
  /** As the only one: a Stockie that runs is refused, and none can start meanwhile. */
  serving?: boolean
  /** Where there is no shop yet, one may begin. */
  making?: boolean
}

/** The database as it is, of whatever version; an embedded server that is started here ends here. */
export async function onServer<Result>(
  { env, signal, serving = false, making = false }: Options,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (!making && !env.DATABASE_URL && !(await isMade(env.STOCKIE_HOME))) {
    throw new AppError(
      'not_found',
      `There is no shop in ${env.STOCKIE_HOME} yet: npm start makes it.`,
    )
  }
  const { url, close } = await openDatabase(env, { serving }).catch((error: unknown) => {
    if (!(error instanceof AlreadyServed)) throw error
    // What the start says then, a second shop, is of no use to whoever wants this one restored.
    throw new AppError(
      'conflict',
      `Stockie runs from ${error.home}: stop it with Ctrl-C where it runs, and run this again.`,
    )
  })
  try {
    if (signal.aborted) throw new Interrupted('Interrupted.')
    return await work(url)
  } catch (error) {
    // What it was broken off by says nothing that anybody has to know.
    throw signal.aborted ? new Interrupted('Interrupted.') : error
  } finally {
    await close()
  }
}
