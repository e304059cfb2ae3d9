import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { assertOwnOrigin, createHostCheck, type HostSettings } from './host-check'

const settings: HostSettings = {
  TRUST_PROXY: 0,
  HOST: 'till.local',
  METRICS_HOST: '127.0.0.1',
  SITE_ADDRESS: 'https://Shop.example:8443/, www.shop.example',
  ALLOWED_HOSTS: 'app, müller.example,my_shop.,',
}

/** A request as Node's parser builds it, which keeps only the first Host header in `headers`. */
function requestWith(headers: [name: string, value: string][], target = '/'): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.url = target
  for (const [name, value] of headers) {
    request.rawHeaders.push(name, value)
    request.headers[name.toLowerCase()] ??= value
  }
  return request
}

function isServed(
  headers: [name: string, value: string][],
  { target = '/', TRUST_PROXY = 0 } = {},
): boolean {
  try {
    createHostCheck({ ...settings, TRUST_PROXY })(requestWith(headers, target))
    return true
  } catch {
    return false
  }
}

test.each([
  '127.0.0.1',
  '127.0.0.1:3000',
  '192.168.1.20:8080',
  '[::1]',
  '[::1]:3000',
  '[fd00::2]:3000',
  'localhost',
  'LOCALHOST:3000',
  'localhost.',
  'localhost:',
  'shop.localhost:3000',
  'till.local:3000',
  'TILL.local.:3000',
  'shop.example',
  'www.shop.example:8443',
  'app:9464',
  'xn--mller-kva.example',
  'my_shop',
])('the host %s is served', (host) => {
  expect(isServed([['Host', host]])).toBe(true)
})

test.each([
  '',
  ' ',
  ':3000',
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'notlocalhost',
  'evil.shop.example',
  'shop.example.evil.example',
  '127.0.0.1.evil.example',
  '127.0.0.1:3000@evil.example',
  'evil.example@localhost',
  'evil.example@a.localhost',
  'evil.example:80@127.0.0.1',
  'localhost:80:80',
  'localhost:http',
  'localhost/',
  'localhost#.evil.example',
  'localhost, evil.example',
  '::1',
  '[::1',
  '[::1].evil.example',
  '[evil.example]',
  '127.1',
  '0x7f000001',
  'müller.example',
])('the host "%s" is refused', (host) => {
  expect(isServed([['Host', host]])).toBe(false)
})

test('a refused host does not become known, and a known host does not lose its place', () => {
  const check = createHostCheck(settings)
  const ask = (host: string) => () => check(requestWith([['Host', host]]))
  for (let time = 0; time < 2; time += 1) {
    expect(ask('shop.example')).not.toThrow()
    expect(ask('evil.example')).toThrow('add it to ALLOWED_HOSTS')
  }
})

test('several Host headers are refused, also if all of them are known', () => {
  expect(
    isServed([
      ['Host', 'localhost'],
      ['host', 'evil.example'],
    ]),
  ).toBe(false)
  expect(
    isServed([
      ['HOST', 'localhost'],
      ['Host', 'localhost'],
    ]),
  ).toBe(false)
  expect(
    isServed([
      ['Host', 'localhost'],
      ['Data', 'evil.example'],
    ]),
  ).toBe(true)
})

test('the host of an absolute request target is checked like that of the header', () => {
  const served = (target: string) => isServed([['Host', 'localhost']], { target })
  expect(served('http://shop.example/api')).toBe(true)
  expect(served('HTTPS://me@[::1]:443?a')).toBe(true)
  expect(served('http://evil.example/api')).toBe(false)
  expect(served('http://localhost@evil.example:80/')).toBe(false)
  // HTTP 1.0 needs no Host header.
  expect(isServed([], { target: '/' })).toBe(true)
  expect(isServed([], { target: 'http://evil.example/' })).toBe(false)
})

test('the host that a proxy reports is checked, unless no proxy is trusted', () => {
  const served = (reported: string, TRUST_PROXY = 1) =>
    isServed(
      [
        ['Host', 'localhost'],
        ['X-Forwarded-Host', reported],
      ],
      { TRUST_PROXY },
    )
  expect(served('shop.example')).toBe(true)
  expect(served('evil.example')).toBe(false)
  expect(served('evil.example', 0)).toBe(true)
  // A proxy that appends to what the caller claims.
  expect(served('evil.example, shop.example')).toBe(true)
  expect(served('shop.example, evil.example')).toBe(false)
  expect(served('evil.example, shop.example, inner.local', 2)).toBe(true)
  expect(served('shop.example', 2)).toBe(true)
})

function maySignIn(origin: string | undefined, host: string, reported?: string): boolean {
  const request = requestWith([
    ['Host', host],
    ...(origin === undefined ? [] : ([['Origin', origin]] as [string, string][])),
    ...(reported === undefined ? [] : ([['X-Forwarded-Host', reported]] as [string, string][])),
  ])
  try {
    assertOwnOrigin(request, reported === undefined ? 0 : 1)
    return true
  } catch {
    return false
  }
}

test.each([
  [undefined, 'localhost:3000'],
  ['http://localhost:3000', 'localhost:3000'],
  ['http://LOCALHOST:3000', 'Localhost:3000'],
  ['http://localhost', 'localhost:80'],
  ['https://shop.example', 'shop.example'],
  ['https://shop.example', 'shop.example:443'],
  ['http://[::1]:3000', '[::1]:3000'],
  ['http://localhost.:3000', 'localhost.:3000'],
  ['https://shop.example', '127.0.0.1:3000', 'shop.example'],
])('a page of %s may sign in at %s', (origin, host, reported?: string) => {
  expect(maySignIn(origin, host, reported)).toBe(true)
})

// @holds asvs 3.5.1
test('a hidden origin may sign in only if the browser says that it is the same', () => {
  const isAllowed = (origin: string, site: string) => {
    const request = requestWith([
      ['Host', 'localhost:3000'],
      ['Origin', origin],
      ['Sec-Fetch-Site', site],
    ])
    try {
      assertOwnOrigin(request, 0)
      return true
    } catch {
      return false
    }
  }
  expect(isAllowed('null', 'same-origin')).toBe(true)
  for (const site of ['same-site', 'cross-site', 'none', '', 'same-origin, cross-site']) {
    expect([site, isAllowed('null', site)]).toEqual([site, false])
  }
  expect(isAllowed('http://evil.example', 'same-origin')).toBe(false)
})

test.each([
  ['null', 'localhost:3000'],
  ['', 'localhost:3000'],
  ['http://evil.example', 'localhost:3000'],
  ['http://localhost:8080', 'localhost:3000'],
  ['http://localhost', 'localhost:3000'],
  ['http://127.0.0.1:3000', 'localhost:3000'],
  ['http://shop.example.evil.example', 'shop.example'],
  ['http://localhost:3000, http://evil.example', 'localhost:3000'],
  ['file://localhost:3000', 'localhost:3000'],
  ['http://localhost:3000', ''],
  ['https://evil.example', 'shop.example', 'shop.example'],
  ['https://shop.example', 'shop.example', 'www.shop.example'],
])('a page of "%s" may not sign in at %s', (origin, host, reported?: string) => {
  expect(maySignIn(origin, host, reported)).toBe(false)
})
