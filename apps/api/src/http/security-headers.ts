import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse, type OutgoingHttpHeader } from 'node:http'
import { Socket } from 'node:net'
import { apiRoot } from '@stockie/contracts'
import helmet from 'helmet'
import { isEncrypted } from './request-address'
import { noStore } from './response-body'

/** Every readable address outside of the API. */
const page = new RegExp(`^/(?!${apiRoot.slice(1)}(?:[/?]|$))`)

type Options = { indexHtml: string | undefined; trustedProxies: number }

/**
 * Allows scripts and styles from our own files, and inline ones, which run before the first paint, by hash.
 * The web app adds no <style> at run time. A browser stores no API response for its next user to find.
 *
 * There is no Cross-Origin-Opener-Policy: with it, a browser starts another process before it shows the first
 * page (decision 018).
 */
export function securityHeaders({
  indexHtml = '',
  trustedProxies,
}: Options): (request: IncomingMessage, response: ServerResponse) => void {
  const commonHeaders = [
    helmet.crossOriginResourcePolicy(),
    helmet.referrerPolicy(),
    helmet.xContentTypeOptions(),
    helmet.xFrameOptions({ action: 'deny' }),
  ]
  const pageHeaders = headersOf([
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
        // No upgrade-insecure-requests: shops open Stockie over plain HTTP in their own network.
      },
    }),
    ...commonHeaders,
  ])
  const apiHeaders = headersOf([
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    }),
    ...commonHeaders,
    noStore,
  ])
  const tlsHeaders = headersOf([helmet.strictTransportSecurity()])

  return (request, response) => {
    const always = page.test(request.url ?? '') ? pageHeaders : apiHeaders
    for (const [name, value] of always) response.setHeader(name, value)
    if (!isEncrypted(request, trustedProxies)) return
    for (const [name, value] of tlsHeaders) response.setHeader(name, value)
  }
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Runs each middleware once, because its headers are the same for every response. */
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
