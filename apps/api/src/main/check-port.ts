import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Env } from '@/env'
import { listen, type Prefix } from './listen'

type Ports = Pick<Env, 'HOST' | 'PORT' | 'METRICS_HOST' | 'METRICS_PORT'>

/** Why Stockie will not be able to listen, before anything is made for it; undefined where it will. */
export async function checkPort(env: Ports): Promise<Error | undefined> {
  const { METRICS_HOST: HOST, METRICS_PORT: PORT } = env
  const refusal = await tryPort(env)
  return refusal ?? (PORT === undefined ? undefined : tryPort({ HOST, PORT }, 'METRICS_'))
}

async function tryPort(
  address: Pick<Env, 'HOST' | 'PORT'>,
  prefix?: Prefix,
): Promise<Error | undefined> {
  const probe = createServer()
  try {
    await listen(probe, address, prefix)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
  probe.close()
  await once(probe, 'close')
  return undefined
}
