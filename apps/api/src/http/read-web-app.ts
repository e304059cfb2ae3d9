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
    const forms = [...files].filter((file) => file.startsWith('/index.html'))
    const pages = new Map(
      await Promise.all(forms.map(async (file) => [file, await readFile(folder + file)] as const)),
    )
    return { folder, indexHtml, pages, files }
  } catch {
    return undefined
  }
}
