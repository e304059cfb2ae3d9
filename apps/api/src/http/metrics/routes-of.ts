import type { IncomingMessage } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import type { ApiDocument } from '@/http/openapi/document'

/** An address that is none of the API's: a file of the web app, or anything that anybody made up. */
const other = 'other'

export type RouteOf = (request: Pick<IncomingMessage, 'url'>) => string

/**
 * What an address is called in a label: as the OpenAPI document has it, so that there are no more of them than
 * calls, however many addresses there are.
 */
export function routesOf(document: ApiDocument): RouteOf {
  const plain = new Map<string, string>()
  const patterns: [RegExp, string][] = []
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    // What has a server of its own lies beside the API's root.
    const isBeside = Object.values(operations).some((operation) => Boolean(operation.servers))
    const route = isBeside ? path : apiRoot + path
    if (route.includes('{')) patterns.push([toPattern(route), route])
    else plain.set(route.toLowerCase(), route)
  }

  return ({ url = '' }) => {
    const path = url.replace(/\?.*/s, '').replace(/\/$/, '')
    const known = plain.get(path.toLowerCase())
    return known ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? other
  }
}

function toPattern(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i')
}
