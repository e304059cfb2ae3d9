import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { apiRoot } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWebApp } from '#src/http/static-files'
import { call, startTestApi, type TestApi } from '#test/support/test-api'

const theme = "document.documentElement.classList.add('dark')"
const html = `<!doctype html><html><head>
<script>${theme}</script>
<script type="module" src="/assets/index-Ab12Cd34.js"></script>
</head><body><div id="root"></div></body></html>`

const script = `/* ${'x'.repeat(5000)} */`
const plain = `/* ${'y'.repeat(5000)} */`

let folder: string
let api: TestApi

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-web-'))
  await mkdir(path.join(folder, 'assets'))
  await writeCompressed('index.html', html)
  await writeCompressed('assets/index-Ab12Cd34.js', script)
  await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(path.join(folder, 'assets/plain-Ab12Cd34.js'), plain)
  api = await startTestApi({ webApp: await readWebApp(folder) })
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
})

/** Writes a file and its compressed versions, as the build does. */
async function writeCompressed(name: string, text: string) {
  await writeFile(path.join(folder, name), text)
  await writeFile(path.join(folder, `${name}.br`), zlib.brotliCompressSync(text))
  await writeFile(path.join(folder, `${name}.gz`), zlib.gzipSync(text, { level: 9 }))
}

const get = (where: string, headers: Record<string, string> = {}) =>
  call(api.url + where, { headers })
const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

// @holds asvs 4.1.1
test('a file with a hash in its name is cached for a year as immutable', async () => {
  const { status, headers } = await get('/assets/index-Ab12Cd34.js')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('content-type')).toContain('javascript')
})

// @holds asvs 13.4.3
test('a missing asset is answered 404 instead of the web app', async () => {
  const { status, headers } = await get('/assets/index-Old00000.js', navigation)
  expect(status).toBe(404)
  expect(headers.get('content-type')).toContain('application/problem+json')
  expect(headers.get('cache-control') ?? '').not.toContain('immutable')
})

test('index.html is revalidated every time and answered 304 while it is unchanged', async () => {
  const first = await get('/', navigation)
  expect(first.status).toBe(200)
  expect(first.text).toBe(html)
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const etag = first.headers.get('etag')
  expect(etag).toBeTruthy()
  const again = await get('/', {
    ...navigation,
    'if-none-match': String(etag),
    'cache-control': 'max-age=0',
  })
  expect(again.status).toBe(304)
})

test.each(['/dashboard', '/sales/create', '/auth/login', '/no/such/page', '/index.html'])(
  'a navigation to %s gets the web app',
  async (where) => {
    const { status, text, headers } = await get(where, navigation)
    expect([status, text]).toEqual([200, html])
    expect(headers.get('cache-control')).toBe('no-cache')
  },
)

// @holds asvs 3.2.1
test('only a GET that accepts HTML gets the web app', async () => {
  expect((await get('/sales', { accept: 'application/json' })).status).toBe(404)
  expect((await get('/sales', { accept: '*/*' })).status).toBe(200)
  expect((await get('/logo.png', { accept: 'image/png,*/*' })).status).toBe(404)
  const post = await call(`${api.url}/sales`, { method: 'POST', headers: navigation })
  expect(post.status).toBe(404)
  expect((await get('/api/v1/nothing', navigation)).status).toBe(404)
})

test('a file without a hash in its name is revalidated every time', async () => {
  const { status, headers } = await get('/favicon.svg')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
})

// @holds asvs 5.3.2, 13.2.5, 13.4.1, 13.4.3
test('files outside the folder of the web app are not served', async () => {
  for (const where of ['/..%2f..%2fetc/passwd', '/assets/..%2f..%2fpackage.json', '/.env']) {
    expect((await get(where)).status).not.toBe(200)
  }
})

const sizes = {
  br: (text: string) => zlib.brotliCompressSync(text).length,
  gzip: (text: string) => zlib.gzipSync(text, { level: 9 }).length,
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
] as const)(
  'a client that accepts "%s" gets the file that the build compressed with %s',
  async (accepted, encoding) => {
    const requestHeaders = { ...navigation, 'accept-encoding': accepted }
    for (const [where, text, type] of [
      ['/assets/index-Ab12Cd34.js', script, 'text/javascript; charset=utf-8'],
      ['/auth/login', html, 'text/html; charset=utf-8'],
      ['/index.html', html, 'text/html; charset=utf-8'],
    ] as const) {
      // fetch decompresses the text.
      const answer = await fetch(api.url + where, { headers: requestHeaders })
      expect([answer.status, await answer.text()]).toEqual([200, text])
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('content-length')).toBe(String(sizes[encoding](text)))
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      const etag = answer.headers.get('etag') ?? ''
      const known = { ...requestHeaders, 'if-none-match': etag, 'cache-control': 'max-age=0' }
      const again = await get(where, known)
      expect(again.status).toBe(304)
    }
  },
)

test('a client that accepts no compression gets the plain files, whole or by range', async () => {
  const identity = { ...navigation, 'accept-encoding': 'identity' }
  for (const where of ['/assets/index-Ab12Cd34.js', '/auth/login']) {
    const { headers } = await get(where, identity)
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('vary')).toContain('Accept-Encoding')
  }
  const part = await get('/assets/index-Ab12Cd34.js', { ...identity, range: 'bytes=0-9' })
  expect([part.status, part.text]).toEqual([206, script.slice(0, 10)])
})

test('the server compresses large files that the build did not, and no small answers', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const large = await get('/assets/plain-Ab12Cd34.js', headers)
  expect(large.headers.get('content-encoding')).toBe('gzip')
  expect((await get('/livez', headers)).headers.get('content-encoding')).toBeNull()
})

// @holds asvs 1.2.3, 1.3.2, 3.4.3, 3.4.6
test("the page's policy allows scripts of its own files, and the inline script only by its hash", async () => {
  const { headers } = await get('/', navigation)
  const policy = headers.get('content-security-policy') ?? ''
  const directives = new Map(
    policy.split(';').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  )
  const hash = createHash('sha256').update(theme).digest('base64')
  expect(directives.get('script-src')).toEqual(["'self'", `'sha256-${hash}'`])
  expect(directives.get('default-src')).toEqual(["'self'"])
  expect(directives.get('object-src')).toEqual(["'none'"])
  expect(directives.get('base-uri')).toEqual(["'none'"])
  expect(directives.get('frame-ancestors')).toEqual(["'none'"])
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(policy).not.toContain('unsafe-')
})

test.each(['/', `${apiRoot}/sales`])(
  // @holds asvs 3.2.1, 3.4.2, 3.4.4, 3.4.5
  'the security headers of %s are set, and the server does not identify itself',
  async (where) => {
    const { headers } = await get(where, { ...navigation, origin: 'https://elsewhere.example' })
    expect(headers.has('access-control-allow-origin')).toBe(false)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.has('cross-origin-opener-policy')).toBe(false)
    expect(headers.has('x-powered-by')).toBe(false)
  },
)

// @holds asvs 1.2.1, 3.2.1, 3.4.6, 4.1.1
test('the policy of an API answer forbids scripts and framing', async () => {
  const { headers } = await get(`${apiRoot}/sales`)
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
  // An address that merely starts like the API's is a page: the web app shows that it is unknown.
  const page = await get(`${apiRoot}x`, navigation)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
})

// @holds asvs 3.4.1
test('HSTS is sent behind TLS and not over the plain HTTP of a local network', async () => {
  for (const where of ['/', `${apiRoot}/sales`]) {
    expect((await get(where)).headers.has('strict-transport-security')).toBe(false)

    const behindTls = await get(where, { 'x-forwarded-proto': 'https' })
    expect(behindTls.headers.has('strict-transport-security')).toBe(true)
  }
})
