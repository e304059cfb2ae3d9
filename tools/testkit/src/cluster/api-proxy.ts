import type { Scope } from './background-program'
import { startHaproxy } from './haproxy'

/** Starts HAProxy before several APIs, and returns its origin. */
export async function openApiProxy(
  scope: Scope,
  apis: readonly { origin: string }[],
): Promise<string> {
  const port = await startHaproxy(scope, {
    name: 'apis',
    mode: 'http',
    settings: [
      'option httpchk GET /readyz?exclude=database',
      'option forwardfor',
      'option redispatch',
      'retries 3',
    ],
    servers: apis.map(({ origin }, index) => ({
      name: `api-${index + 1}`,
      port: Number(new URL(origin).port),
    })),
  })
  return `http://127.0.0.1:${port}`
}
