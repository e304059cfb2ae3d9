import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse, type OutgoingHttpHeader } from 'node:http'
import { Socket } from 'node:net'
import { apiRoot } from '@stockie/contracts'
import helmet from 'helmet'

type Options = { indexHtml: string | undefined; trustedProxies: number }

/**
 * Scripts run from our own files alone, and the page's inline ones (what is before the first paint)
 * by their hashes. Styles too: the web app adds no <style> while it runs. An answer of the API is no page:
 * it may neither be shown as one nor be read by another site's, and the rest means nothing to it.
 */
export function securityHeaders({
  indexHtml = '',
  trustedProxies,
}: Options): (request: IncomingMessage, response: ServerResponse) => void {
  const ofPages = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...inlineHashes('script', indexHtml)],
          scriptSrcAttr: ["'none'"],
          styleSrc: ["'self'", ...inlineHashes('style', indexHtml)],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          // No upgrade-insecure-requests: a shop opens Stockie by plain http in its own network.
        },
      },
      strictTransportSecurity: false,
      xFrameOptions: { action: 'deny' },
    }),
  )
  const ofApi = [
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    }),
    helmet.crossOriginResourcePolicy(),
    helmet.referrerPolicy(),
    helmet.xContentTypeOptions(),
    helmet.xFrameOptions({ action: 'deny' }),
  ].flatMap(headersOf)
  const byTls = headersOf(helmet.strictTransportSecurity())

  return (request, response) => {
    const always = request.url?.startsWith(apiRoot) ? ofApi : ofPages
    for (const [name, value] of always) response.setHeader(name, value)
    const proto = trustedProxies > 0 ? request.headers['x-forwarded-proto'] : undefined
    if (!proto || !/^\s*https\s*(,|$)/.test(String(proto))) return
    for (const [name, value] of byTls) response.setHeader(name, value)
  }
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** They are the same for every answer: a middleware is asked once, and not by each request anew. */
function headersOf(middleware: Middleware): [string, OutgoingHttpHeader][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  middleware(request, response, () => {})
  return response.getHeaderNames().map((name) => [name, response.getHeader(name) ?? ''])
}

function inlineHashes(tag: 'script' | 'style', html: string): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi')
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
