import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

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
    const pages = new Map<string, Buffer>()
    for (const file of files) {
      // oxlint-disable-next-line no-await-in-loop -- three of them
      if (file.startsWith('/index.html')) pages.set(file, await readFile(folder + file))
    }
    return { folder, indexHtml, pages, files }
  } catch {
    return undefined
  }
}
