import type { RequestListener, Server } from 'node:http'
import { createLimitedServer } from '@/main/create-limited-server'
import { oneAtATime } from '@/main/one-at-a-time'
import type { TestApi } from './test-api'

/** The API behind the server that it has in earnest, which does not listen yet. */
export function limitedServer(
  api: TestApi,
  times?: Parameters<typeof createLimitedServer>[0],
): Server {
  const server = createLimitedServer(times)
  for (const listener of api.server.listeners('request')) {
    server.on('request', oneAtATime(listener as RequestListener))
  }
  return server
}
