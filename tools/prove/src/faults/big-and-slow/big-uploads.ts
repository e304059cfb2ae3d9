import http from 'node:http'

export type Upload = { path: string; sized: boolean }

/** With and without Content-Length, to paths that are read before Express and behind it. */
export const uploads: Upload[] = ['/sales', '/products', '/purchases', '/auth/login'].flatMap(
  (path) => [true, false].map((sized) => ({ path, sized })),
)

const megabyte = Buffer.alloc(1024 * 1024, 'x')
/** Four buffered bodies take far more memory than 2,000 connections, which take up to 82 MB. */
export const megabytes = 50

/** Sends the whole body even if an answer comes earlier. Resolves to its status, or 0 without an answer. */
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

/** The plan that the process of the bad callers receives. */
export type CallersPlan = {
  port: number
  idle: number
  authorization: string
  uploads: Upload[]
}

export type CallersMessage =
  /** Number of idle connections so far. */
  | { opened: number }
  /** Number of idle connections that could not be opened, by error code. */
  | { refused: Record<string, number> }
  | {
      /** The status of each big body by its label; 0 without an answer. */
      uploads: Record<string, number>
      /**
       * How each kind of slow connection was closed: a status, or 0 without an answer. Open ones are missing.
       */
      cutOff: Record<string, number[]>
    }
