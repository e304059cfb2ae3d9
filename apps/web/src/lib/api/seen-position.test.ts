import { seenHeader } from '@stockie/contracts'
import { beforeEach, expect, test, vi } from 'vitest'

import { request } from './api-client'
import { uploadFile } from './file-upload'

/** The position of each answer, by the path of its request. */
const answered: Record<string, string> = {}
const sent: string[] = []
let waits: Record<string, Promise<void>> = {}

beforeEach(async () => {
  waits = {}
  vi.stubGlobal('fetch', async (url: string, { headers, method }: RequestInit) => {
    const path = url.replace('/api/v1', '')
    sent.push(`${method} ${path} ${new Headers(headers).get(seenHeader) ?? 'none'}`)
    await waits[path]
    const position = answered[path]
    return Response.json([], { headers: position ? { [seenHeader]: position } : {} })
  })
  Object.assign(answered, { '/sales': 'A2', '/changes': 'A3', '/products': 'A1' })
  // All tests share what the page has seen.
  await request('PUT', '/shop')
  sent.length = 0
})

const read = (path: string) => request('GET', path)

test('a read sends the highest position that the page has seen', async () => {
  for (const path of ['/sales', '/products', '/changes', '/sales']) await read(path)
  expect(sent).toEqual(['GET /sales none', 'GET /products A2', 'GET /changes A2', 'GET /sales A3'])
})

test('after a write, a read sends no position until the primary has answered one', async () => {
  await read('/sales')
  await request('POST', '/customers', { body: {} })
  await read('/products')
  await read('/products')
  expect(sent.slice(1)).toEqual(['POST /customers A2', 'GET /products none', 'GET /products A1'])
})

test('after an answer without a position, a read sends none either', async () => {
  await read('/sales')
  await read('/imports/5')
  await read('/products')
  expect(sent).toEqual(['GET /sales none', 'GET /imports/5 A2', 'GET /products none'])
})

test('a failed write and an upload count as writes', async () => {
  await read('/sales')
  waits['/customers'] = Promise.reject(new TypeError('No network'))
  await request('POST', '/customers', { body: {} }).catch(() => {})
  await read('/sales')
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      status = 201
      responseText = '{}'
      open() {}
      setRequestHeader() {}
      send() {
        this.dispatchEvent(new Event('load'))
      }
    },
  )
  const signal = new AbortController().signal
  await uploadFile('/imports', {
    bytes: new ArrayBuffer(1),
    idempotencyKey: 'a',
    signal,
    onProgress: () => {},
  })
  await read('/sales')
  expect(sent.filter((line) => line.startsWith('GET'))).toEqual(
    Array.from({ length: 3 }, () => 'GET /sales none'),
  )
})

test('a read that began before the end of a write sets no position', async () => {
  let endRead = () => {}
  waits['/sales'] = new Promise((resolve) => (endRead = resolve))
  let endWrite = () => {}
  waits['/customers'] = new Promise((resolve) => (endWrite = resolve))
  const writing = request('POST', '/customers', { body: {} })
  const reading = read('/sales')
  endWrite()
  await writing
  endRead()
  await reading
  await read('/products')
  expect(sent.at(-1)).toBe('GET /products none')
})
