import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Env } from '@/env'
import { listen } from './listen'

/** Why Stockie will not be able to listen, before anything is made for it; undefined where it will. */
export async function checkPort(env: Pick<Env, 'HOST' | 'PORT'>): Promise<Error | undefined> {
  const probe = createServer()
  try {
    await listen(probe, env)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
  probe.close()
  await once(probe, 'close')
  return undefined
}
