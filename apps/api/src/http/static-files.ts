import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import express, { type Request, type Response, Router } from 'express'
import { notFound } from './problem'

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

export type WebApp = {
  folder: string
  indexHtml: string
  /** The page as it is and as the build has compressed it, by their addresses. */
  pages: ReadonlyMap<string, Buffer>
  /** The addresses of all files. */
  files: ReadonlySet<string>
}

/** The built web app, or undefined where only the API is wanted or nothing was built yet. */
export async function readWebApp(folder: string): Promise<WebApp | undefined> {
  try {
    const indexHtml = await readFile(path.join(folder, 'index.html'), 'utf8')
    const names = await readdir(folder, { recursive: true })
    const files = new Set(names.map((name) => `/${name.split(path.sep).join('/')}`))
    const forms = [...files].filter((file) => file.startsWith('/index.html'))
    const pages = new Map(
      await Promise.all(forms.map(async (file) => [file, await readFile(folder + file)] as const)),
    )
    return { folder, indexHtml, pages, files }
  } catch {
    return undefined
  }
}

/** Best first. */
const endings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** What the build has compressed well and laid beside the files themselves. */
function compressedFiles(files: ReadonlySet<string>) {
  /** The file that is sent for this one: the best that is there and that the browser reads. */
  function choose(request: Request, file: string): string {
    const [, ending = ''] =
      endings.find(
        ([encoding, end]) => files.has(file + end) && request.acceptsEncodings(encoding) !== false,
      ) ?? []
    return file + ending
  }

  /** Says of what was chosen what it is. */
  function describe(response: Response, chosen: string): void {
    response.vary('Accept-Encoding')
    const [encoding, ending] = endings.find(([, end]) => chosen.endsWith(end)) ?? []
    if (!encoding) return
    response.set('Content-Encoding', encoding)
    response.type(path.extname(chosen.slice(0, -ending.length)))
  }

  return { choose, describe }
}
