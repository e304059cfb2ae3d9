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
