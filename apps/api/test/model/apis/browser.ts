import { seenHeader } from '@stockie/contracts'
import type { User } from '#test/model/calls'
import { sendWithRetry } from '#test/support/http-clients'

export type Browser = {
  user: User
  /** Reads a list or report as a browser does: from its cache if the API answers 304. */
  read: (port: number, path: string) => Promise<unknown>
  /** Asks the primary how far the shop has come. Later reads may then come from a standby that has come as far. */
  poll: (port: number) => Promise<unknown>
  /** Returns how often the API answered 304. */
  notModifiedCount: () => number
}

/** Caches answers as a browser does: by path, regardless of which API gave them. */
export function openBrowser(user: User): Browser {
  const cache = new Map<string, { tag: string; body: unknown }>()
  let notModified = 0
  let seen = ''

  async function read(port: number, path: string): Promise<unknown> {
    const cached = cache.get(path)
    const headers: Record<string, string> = {
      ...(cached && { 'if-none-match': cached.tag }),
      ...(seen && { [seenHeader]: seen }),
    }
    const answer = await sendWithRetry({
      port,
      method: 'GET',
      path,
      token: user.token,
      headers,
    })
    const position = answer.headers[seenHeader.toLowerCase()]
    if (position && position > seen) seen = position
    if (answer.status === 304 && cached) {
      notModified += 1
      return cached.body
    }
    if (answer.status !== 200) {
      throw new Error(`GET ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    const { etag } = answer.headers
    if (etag) cache.set(path, { tag: etag, body: answer.body })
    return answer.body
  }

  const poll = (port: number) => read(port, '/changes')
  return { user, read, poll, notModifiedCount: () => notModified }
}
