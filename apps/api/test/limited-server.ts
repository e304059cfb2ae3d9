import type { RequestListener, Server } from 'node:http'
import { createLimitedServer, rejectPipelining } from '#src/server/connections'
import type { TestApi } from './test-api'

/** The API behind the server that it has in earnest, which does not listen yet. */
export function limitedServer(
  api: TestApi,
  times?: Parameters<typeof createLimitedServer>[0],
): Server {
  const server = createLimitedServer(times)
  for (const listener of api.server.listeners('request')) {
    server.on('request', rejectPipelining(listener as RequestListener))
  }
  return server
}
