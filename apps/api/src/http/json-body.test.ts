import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createJsonBody } from './response-body'

test('a form is made once, for all who ask', async () => {
  const body = createJsonBody('["tea"]')
  const [first, second] = await Promise.all([body.encoded('gzip'), body.encoded('gzip')])
  expect(second).toBe(first)
  expect(await body.encoded('gzip')).toBe(first)
  expect(String(gunzipSync(first))).toBe('["tea"]')
})

test('one that failed is made anew for the next', async () => {
  let tries = 0
  const encode = async (plain: Buffer) => {
    tries += 1
    if (tries === 1) throw new Error('no memory')
    return plain
  }
  const body = createJsonBody('["tea"]', { br: encode, gzip: encode })
  await expect(body.encoded('gzip')).rejects.toThrow('no memory')
  expect(await body.encoded('gzip')).toBe(body.plain)
})
