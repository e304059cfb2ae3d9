import path from 'node:path'
import type { Request, Response } from 'express'

/** Best first. */
const endings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** What the build has compressed well and laid beside the files themselves. */
export function compressedFiles(files: ReadonlySet<string>) {
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
