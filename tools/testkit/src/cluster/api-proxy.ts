import type { Scope } from './background-program'
import { startHaproxy } from './haproxy'

export type ApiProxy = {
  origin: string
  /** Waits until HAProxy finds all APIs up. */
  awaitAllUp: () => Promise<void>
}

/** Starts HAProxy before several APIs. */
export async function openApiProxy(
  scope: Scope,
  apis: readonly { origin: string }[],
): Promise<ApiProxy> {
  const servers = apis.map(({ origin }, index) => ({
    name: `api-${index + 1}`,
    port: Number(new URL(origin).port),
  }))
  const { port, awaitUp } = await startHaproxy(scope, {
    name: 'apis',
    mode: 'http',
    settings: [
      'option httpchk GET /readyz?exclude=database',
      'option forwardfor',
      'option redispatch',
      'retries 3',
      // A server may close an idle connection just when HAProxy sends a request on it.
      'retry-on conn-failure empty-response',
      'http-request disable-l7-retry unless METH_GET or { req.hdr(idempotency-key) -m found }',
    ],
    servers,
  })
  const awaitAllUp = () => awaitUp(servers.map(({ name }) => name))
  await awaitAllUp()
  return { origin: `http://127.0.0.1:${port}`, awaitAllUp }
}
