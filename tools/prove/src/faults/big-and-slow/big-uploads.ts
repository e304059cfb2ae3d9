import http from 'node:http'

export type Upload = { path: string; sized: boolean }

/** With its length said beforehand and without, to what is read in front of Express and behind it. */
export const uploads: Upload[] = ['/sales', '/products', '/purchases', '/auth/login'].flatMap(
  (path) => [true, false].map((sized) => ({ path, sized })),
)

const megabyte = Buffer.alloc(1024 * 1024, 'x')
export const megabytes = 20

/** Sends all of it, whatever is answered meanwhile; the answer's status, or 0 where none comes. */
export function upload(
  port: number,
  authorization: string,
  { path, sized }: Upload,
): Promise<number> {
  return new Promise((resolve) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      path: `/api/v1${path}`,
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        ...(sized && { 'content-length': megabytes * megabyte.length }),
      },
    })
    request.once('response', (response) => resolve(response.resume().statusCode ?? 0))
    request.on('error', () => resolve(0))
    for (let n = 0; n < megabytes; n += 1) request.write(megabyte)
    request.end()
  })
}

/** What the process of bad callers is told, and what it tells. */
export type CallersPlan = {
  port: number
  idle: number
  authorization: string
  uploads: Upload[]
}

export type CallersMessage =
  /** How many idle connections there are by now. */
  | { opened: number }
  /** How many of the idle connections could not be opened, by the system's word for why. */
  | { refused: Record<string, number> }
  | {
      /** The statuses that 20 MB were answered with, each way once for every address; 0 where nobody answered. */
      uploads: Record<string, number>
      /** How slow callers were cut off: a status, or 0 without a word; those still connected are not among them. */
      cutOff: Record<string, number[]>
    }
