import { createHash } from 'node:crypto'
import path from 'node:path'
import express, { Router, type Request } from 'express'
import { compressedFiles } from './compressed-files'
import { notFound } from './not-found'
import type { WebApp } from './read-web-app'

/** The built web app: its files, and index.html for every address that a person may open. */
export function webFiles({ folder, indexHtml, pages, files }: WebApp): Router {
  const router = Router()
  const etag = `W/"${createHash('sha256').update(indexHtml).digest('base64url')}"`
  const { choose, describe } = compressedFiles(files)

  router.use((request, _response, next) => {
    request.url = choose(request, request.path)
    next()
  })

  // Vite puts a hash of the content into these names, so they never change.
  const assets = express.static(path.join(folder, 'assets'), {
    immutable: true,
    maxAge: '1y',
    index: false,
    redirect: false,
    setHeaders: describe,
  })
  // Not index.html for a missing one: an old tab that asks for a script must not get a page.
  router.use('/assets', assets, notFound)

  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response, file) => {
        response.setHeader('Cache-Control', 'no-cache')
        describe(response, file)
      },
    }),
  )

  router.get('/{*path}', (request, response, next) => {
    if (!asksForPage(request)) return next()
    const page = choose(request, '/index.html')
    response.set({ 'Cache-Control': 'no-cache', ETag: etag }).type('html')
    describe(response, page)
    response.send(pages.get(page))
  })

  return router
}

/** A browser says so; curl and probes take anything, and a file's name is no page's address. */
function asksForPage(request: Request): boolean {
  if (request.headers.accept?.includes('text/html')) return true
  return !request.path.includes('.') && request.accepts(['html', 'json']) === 'html'
}
