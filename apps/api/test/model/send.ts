import http from 'node:http'
import { apiRoot } from '@stockie/contracts'

type Request = {
  port: number
  method: string
  path: string
  token: string
  body?: string | undefined
  headers?: http.OutgoingHttpHeaders
}
export type Received = { status: number; headers: http.IncomingHttpHeaders; body: unknown }

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })

/** One request over a connection that stays open; the answer's JSON read. */
export async function send({
  port,
  method,
  path,
  token,
  body,
  headers,
}: Request): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      agent,
      port,
      method,
      host: '127.0.0.1',
      path: apiRoot + path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const status = response.statusCode ?? 0
        resolve({ status, headers: response.headers, body: text === '' ? null : JSON.parse(text) })
      })
    })
    request.end(body)
  })
}
