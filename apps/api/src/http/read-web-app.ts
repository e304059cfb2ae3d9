import { readFile } from 'node:fs/promises'
import path from 'node:path'

export type WebApp = { folder: string; indexHtml: string }

/** The built web app, or undefined where only the API is wanted or nothing was built yet. */
export async function readWebApp(folder: string): Promise<WebApp | undefined> {
  try {
    return { folder, indexHtml: await readFile(path.join(folder, 'index.html'), 'utf8') }
  } catch {
    return undefined
  }
}
