import http from 'node:http'
import zlib from 'node:zlib'
import { apiRoot } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  const shop = await openTestShop(api)
  token = shop.token
  await api.pool.query(
    `insert into customers (name, email) select 'Customer ' || n, n || '@stockie.test'
     from generate_series(1, 2000) as n`,
  )
})
afterAll(() => api.stop())

type Raw = { status: number | undefined; headers: http.IncomingHttpHeaders; body: Buffer }

/** Returns the body as it was sent: fetch would decode it. */
function getRaw(path: string, headers: http.OutgoingHttpHeaders): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const options = { headers: { ...headers, authorization: `Bearer ${token}` } }
    const request = http.get(api.url + apiRoot + path, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => void chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status, headers: answered } = response
        resolve({ status, headers: answered, body: Buffer.concat(chunks) })
      })
    })
    request.on('error', reject)
  })
}

const quality = zlib.constants.BROTLI_PARAM_QUALITY

test.each([
  [
    'br',
    zlib.brotliDecompressSync,
    (plain: Buffer) => zlib.brotliCompressSync(plain, { params: { [quality]: 4 } }),
  ],
  ['gzip', zlib.gunzipSync, (plain: Buffer) => zlib.gzipSync(plain)],
] as const)(
  'a list is compressed with %s, favouring speed over size',
  async (encoding, decode, compressBetter) => {
    const plain = await getRaw('/customers', {})
    expect(plain.headers['content-encoding']).toBeUndefined()
    const { headers, body } = await getRaw('/customers', { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(decode(body).equals(plain.body)).toBe(true)
    expect(body.length).toBeLessThan(plain.body.length / 4)
    expect(body.length).toBeGreaterThan(compressBetter(plain.body).length)
  },
)

test('a list that is answered 304 has neither a body nor a content encoding', async () => {
  const encoded = { 'accept-encoding': 'br, gzip' }
  const { headers: first } = await getRaw('/customers', encoded)
  const again = await getRaw('/customers', { ...encoded, 'if-none-match': first.etag })
  expect(again.status).toBe(304)
  expect(again.headers['content-encoding']).toBeUndefined()
  expect(again.headers.etag).toBe(first.etag)
  expect(again.body).toHaveLength(0)
})
