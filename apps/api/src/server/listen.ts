import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Env } from '#src/env'
import { StartError } from '#src/errors'
import { setConnectionTimeouts } from './connections'

/** Prefix of the environment variables. */
export type Prefix = '' | 'METRICS_'

/** Starts listening. If that fails, throws a StartError that says what to do. */
export async function listen(
  server: Server,
  { HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>,
  prefix: Prefix = '',
): Promise<void> {
  setConnectionTimeouts(server)
  try {
    server.listen(PORT, HOST)
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = refusals[code]
    if (reason) throw new StartError(reason(PORT, HOST, prefix), { cause: error })
    throw error
  }
}

const refusals: Record<string, (port: number, host: string, prefix: Prefix) => string> = {
  EADDRINUSE: (port, _host, prefix) =>
    `Port ${port} is taken: stop the program that uses it, or choose another, such as ${prefix}PORT=${port + 1}.`,
  EACCES: (port, _host, prefix) =>
    `This user may not listen on port ${port}: choose one above 1023, such as ${prefix}PORT=${prefix ? 9464 : 3000}.`,
  EADDRNOTAVAIL: (_port, host, prefix) =>
    `${prefix}HOST=${host} is not an address of this machine: use 127.0.0.1, or 0.0.0.0 for all of them.`,
  ENOTFOUND: (_port, host, prefix) =>
    `${prefix}HOST=${host} is not a known name: use 127.0.0.1, or 0.0.0.0 for all addresses.`,
}

type Ports = Pick<Env, 'HOST' | 'PORT' | 'METRICS_HOST' | 'METRICS_PORT'>

/** Tests the ports before the database is created. Returns the error, or undefined if they are free. */
export async function checkPort(env: Ports): Promise<Error | undefined> {
  const { METRICS_HOST: HOST, METRICS_PORT: PORT } = env
  const error = await tryPort(env)
  return error ?? (PORT === undefined ? undefined : tryPort({ HOST, PORT }, 'METRICS_'))
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
