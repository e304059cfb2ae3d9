import { Router } from 'express'
import { noStore } from './no-store'

/** What /readyz looks at. Each says 'ok', or the reason why requests should go elsewhere. */
export type Readiness = () => Promise<Record<string, string>>

/** /livez: the process lives. /readyz: it can serve. */
export function health(readiness: Readiness): Router {
  const router = Router()

  router.get('/livez', noStore, (_request, response) => {
    response.json({ status: 'ok' })
  })

  router.get('/readyz', noStore, async (_request, response) => {
    const checks = await readiness()
    const ready = Object.values(checks).every((state) => state === 'ok')
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', ...checks })
  })

  return router
}
