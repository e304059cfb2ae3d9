import { createJsonBody } from '@/http/json-body'
import type { Callers } from '@/http/callers'
import type { FrontCall } from '@/http/front'
import { sendBody } from '@/http/send-body'

/** Whose token this is, whatever their role. Every page of the web app begins with it. */
export function verifyCall(callers: Callers): FrontCall {
  return {
    method: 'POST',
    path: 'auth/verify',
    async answer(request, response) {
      const user = await callers.find(request)
      await sendBody(request, response, createJsonBody(JSON.stringify({ user })))
    },
  }
}
