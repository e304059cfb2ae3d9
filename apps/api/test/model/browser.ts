import type { User } from './call'
import { send } from './send'

export type Browser = {
  user: User
  /** A list or a report as the browser shows it: from its cache where the API says that it holds. */
  read: (port: number, path: string) => Promise<unknown>
  /** How often it was told so. */
  held: () => number
}

/** Keeps answers as a browser does: by address, whichever of the APIs gave them. */
export function openBrowser(user: User): Browser {
  const cache = new Map<string, { tag: string; body: unknown }>()
  let held = 0

  async function read(port: number, path: string): Promise<unknown> {
    const kept = cache.get(path)
    const headers: Record<string, string> = kept ? { 'if-none-match': kept.tag } : {}
    const answer = await send({ port, method: 'GET', path, token: user.token, headers })
    if (answer.status === 304 && kept) {
      held += 1
      return kept.body
    }
    if (answer.status !== 200) {
      throw new Error(`GET ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    const { etag } = answer.headers
    if (etag) cache.set(path, { tag: etag, body: answer.body })
    return answer.body
  }

  return { user, read, held: () => held }
}
