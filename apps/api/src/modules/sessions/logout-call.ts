import { beginBy, lastMoment } from '@/database/last-moment'
import type { Callers } from '@/http/callers'
import type { FrontCall } from '@/http/front'
import type { Sessions } from './sessions.service'

/**
 * Ends the session of the token, whatever its holder's role. It stands in front, where nobody looks at a
 * body, so that nothing but the token can be wrong with it.
 */
export function logoutCall(callers: Callers, sessions: Sessions): FrontCall {
  return {
    method: 'POST',
    path: 'auth/logout',
    async answer(request, response) {
      await beginBy(lastMoment(), async () => {
        await callers.find(request)
        await sessions.logout(callers.claimOf(request))
      })
      response.writeHead(204).end()
    },
  }
}
