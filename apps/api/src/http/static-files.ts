import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import express, { type Request, type Response, Router } from 'express'
import { notFound } from './problem'

/** Serves the files of the built web app, and index.html for every page address. */
export function webFiles({ folder, indexHtml, pages, files }: WebApp): Router {
  const router = Router()
  const etag = `W/"${createHash('sha256').update(indexHtml).digest('base64url')}"`
  const { choose, describe } = compressedFiles(files)

  router.use((request, _response, next) => {
    request.url = choose(request, request.path)
    next()
  })

  // Vite puts a hash of the content into these file names, so the files never change.
  const assets = express.static(path.join(folder, 'assets'), {
    immutable: true,
    maxAge: '1y',
    index: false,
    redirect: false,
    setHeaders: describe,
  })
  // 404 for a missing file, not index.html: an old tab that requests a script must not receive a page.
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
    if (!isPageRequest(request)) return next()
    const page = choose(request, '/index.html')
    response.set({ 'Cache-Control': 'no-cache', ETag: etag }).type('html')
    describe(response, page)
    response.send(pages.get(page))
  })

  return router
}

/** Browsers accept text/html. Clients that accept anything get a page only if the path is not a file name. */
function isPageRequest(request: Request): boolean {
  if (request.headers.accept?.includes('text/html')) return true
  return !request.path.includes('.') && request.accepts(['html', 'json']) === 'html'
}

export type WebApp = {
  folder: string
  indexHtml: string
  /** index.html and its compressed versions, by their paths. */
  pages: ReadonlyMap<string, Buffer>
  /** The paths of all files. */
  files: ReadonlySet<string>
}

/** Reads the built web app. Returns undefined if it is not built or only the API is deployed. */
export async function readWebApp(folder: string): Promise<WebApp | undefined> {
  try {
    const indexHtml = await readFile(path.join(folder, 'index.html'), 'utf8')
    const names = await readdir(folder, { recursive: true })
    const files = new Set(names.map((name) => `/${name.split(path.sep).join('/')}`))
    const variants = [...files].filter((file) => file.startsWith('/index.html'))
    const pages = new Map(
      await Promise.all(
        variants.map(async (file) => [file, await readFile(folder + file)] as const),
      ),
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

/** Finds the compressed versions that the build stored next to the files. */
function compressedFiles(files: ReadonlySet<string>) {
  /** The best existing version of the file that the browser accepts. */
  function choose(request: Request, file: string): string {
    const [, ending = ''] =
      endings.find(
        ([encoding, end]) => files.has(file + end) && request.acceptsEncodings(encoding) !== false,
      ) ?? []
    return file + ending
  }

  /** Sets the headers for the chosen version. */
  function describe(response: Response, chosen: string): void {
    response.vary('Accept-Encoding')
    const [encoding, ending] = endings.find(([, end]) => chosen.endsWith(end)) ?? []
    if (!encoding) return
    response.set('Content-Encoding', encoding)
    response.type(path.extname(chosen.slice(0, -ending.length)))
  }

  return { choose, describe }
}
