import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse, type ParsedUrlQuery } from 'node:querystring'
import { apiRoot } from '@stockie/contracts'
import type { Fail } from './problem'

/** What the address asks. Of an id that cannot be decoded nothing is left, and that is the id of nothing. */
export type RequestParams = { query: ParsedUrlQuery; params: { id?: string | undefined } }

export type FastRoute = {
  method: 'GET' | 'POST'
  /** Below the API's root: 'products/{id}/lines'. */
  path: string
  answer: (
    request: IncomingMessage,
    response: ServerResponse,
    asked: RequestParams,
  ) => Promise<void>
}

/** Answers the request if it is one of its calls, and says whether it was. */
export type FastRouter = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * What is called most of all stands in front of Express, whose way through routers and layers costs
 * several times what these calls do. Below the root addresses have no case, and may end with a slash, as there.
 */
export function createFastRouter(calls: readonly FastRoute[], fail: Fail): FastRouter {
  const plain = new Map<string, FastRoute>()
  const patterns: [RegExp, FastRoute][] = []
  for (const call of calls) {
    const address = `${call.method} ${call.path}`.toLowerCase()
    if (!address.includes('{id}')) plain.set(address, call)
    else patterns.push([new RegExp(`^${address.replace('{id}', '([^/]+)')}$`), call])
  }

  function find(address: string): [FastRoute, id?: string] | undefined {
    const call = plain.get(address)
    if (call) return [call]
    for (const [pattern, one] of patterns) {
      const found = pattern.exec(address)
      if (found) return [one, found[1]]
    }
    return undefined
  }

  return (request, response) => {
    const { method, url: address = '' } = request
    if (!address.startsWith(`${apiRoot}/`)) return false
    const url = address.slice(apiRoot.length + 1)
    const queryAt = url.indexOf('?')
    const path = (queryAt < 0 ? url : url.slice(0, queryAt)).replace(/\/$/, '')
    const found = find(`${method === 'HEAD' ? 'GET' : method} ${path}`.toLowerCase())
    if (!found) return false
    const [call, id] = found
    const query = parse(queryAt < 0 ? '' : url.slice(queryAt + 1))
    call
      .answer(request, response, { query, params: { id: id && decoded(id) } })
      .catch((error: unknown) => fail(error, request, response))
    return true
  }
}

function decoded(id: string): string | undefined {
  try {
    return decodeURIComponent(id)
  } catch {
    return undefined
  }
}
