import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/**
 * Scripts run from our own files alone, and the page's inline one (the theme, before the first
 * paint) by its hash. Styles too: the web app adds no <style> while it runs.
 */
export function securityHeaders(indexHtml: string | undefined): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScriptHashes(indexHtml ?? '')],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
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
  })
  const onlyByTls = helmet.strictTransportSecurity()

  return (request, response, next) => {
    headers(request, response, (error) => {
      if (error || !request.secure) return next(error)
      onlyByTls(request, response, next)
    })
  }
}

function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}
