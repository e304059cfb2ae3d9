import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse, type OutgoingHttpHeader } from 'node:http'
import { Socket } from 'node:net'
import { apiRoot } from '@stockie/contracts'
import helmet from 'helmet'
import { noStore } from './response-body'

/** Whatever is not the API's, nor an address that could not be read. */
const page = new RegExp(`^/(?!${apiRoot.slice(1)}(?:[/?]|$))`)

type Options = { indexHtml: string | undefined; trustedProxies: number }

/**
 * Scripts run from our own files alone, and the page's inline ones (what is before the first paint)
 * by their hashes. Styles too: the web app adds no <style> while it runs. An answer of the API is no page,
 * and nobody keeps it: whoever comes to this browser next finds nothing of whoever was here before.
 *
 * No Cross-Origin-Opener-Policy, for which a browser starts another process before it shows the first page
 * (decision 018).
 */
export function securityHeaders({
  indexHtml = '',
  trustedProxies,
}: Options): (request: IncomingMessage, response: ServerResponse) => void {
  const ofAll = [
    helmet.crossOriginResourcePolicy(),
    helmet.referrerPolicy(),
    helmet.xContentTypeOptions(),
    helmet.xFrameOptions({ action: 'deny' }),
  ]
  const ofPages = headersOf([
    helmet.contentSecurityPolicy({
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
    }),
    ...ofAll,
  ])
  const ofApi = headersOf([
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    }),
    ...ofAll,
    noStore,
  ])
  const byTls = headersOf([helmet.strictTransportSecurity()])

  return (request, response) => {
    const always = page.test(request.url ?? '') ? ofPages : ofApi
    for (const [name, value] of always) response.setHeader(name, value)
    const proto = trustedProxies > 0 ? request.headers['x-forwarded-proto'] : undefined
    if (!proto || !/^\s*https\s*(,|$)/.test(String(proto))) return
    for (const [name, value] of byTls) response.setHeader(name, value)
  }
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** They are the same for every answer: each middleware is asked once, and not by each request anew. */
function headersOf(middlewares: readonly Middleware[]): [string, OutgoingHttpHeader][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  for (const middleware of middlewares) middleware(request, response, () => {})
  return response.getHeaderNames().map((name) => [name, response.getHeader(name) ?? ''])
}

function inlineHashes(tag: 'script' | 'style', html: string): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi')
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
