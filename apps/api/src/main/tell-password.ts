import type { Env } from '@/env'
import type { Filled } from './fill-database'
import { tell } from './tell'

/**
 * As soon as it is made, since nobody could sign in where the start fails or is killed after that.
 * Standard output, and not the log's level and form: in a container that is kept, so it is to be changed.
 */
export function tellPassword(env: Env, { madePassword }: Filled): void {
  if (!madePassword) return
  tell(`Sign in as ${env.OWNER_EMAIL} with the password ${madePassword}`)
  tell('It is told this once: change it in Account, behind your name at the top right.')
}
