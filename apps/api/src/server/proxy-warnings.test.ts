import { expect, test } from 'vitest'
import { findProxyBypass, listProxyWarnings } from './network-exposure'

const open = { HOST: '0.0.0.0', PUBLISH: undefined, TRUST_PROXY: 1 }

// @holds asvs 4.1.3
test('an open port is a bypass of the trusted proxy, and the warning names the setting', () => {
  expect(findProxyBypass(open)).toMatch(/HOST=0\.0\.0\.0.* set HOST=127\.0\.0\.1 if the proxy runs/)
  expect(findProxyBypass({ ...open, HOST: 'till.local', TRUST_PROXY: 2 })).toContain('HOST=till')
  const published = { ...open, HOST: '127.0.0.1', PUBLISH: '192.0.2.7' }
  expect(findProxyBypass(published)).toMatch(/PUBLISH=192\.0\.2\.7.* set PUBLISH=127\.0\.0\.1/)
})

test('a port for this machine only, or a Stockie without a proxy, is no bypass', () => {
  expect(findProxyBypass({ ...open, TRUST_PROXY: 0 })).toBeUndefined()
  for (const HOST of ['127.0.0.1', '127.0.0.2', 'localhost', '::1', '::ffff:127.0.0.1']) {
    expect(findProxyBypass({ ...open, HOST })).toBeUndefined()
    expect(findProxyBypass({ ...open, HOST, PUBLISH: HOST })).toBeUndefined()
  }
})

test('a balancer of Stockie is no way past a proxy, and needs no name', () => {
  const balanced = { ...open, SITE_ADDRESS: 'localhost', ALLOWED_HOSTS: undefined, BALANCERS: 1 }
  expect(listProxyWarnings(balanced)).toEqual([])
  // The port of the balancer leads past the proxy in front of it.
  expect(listProxyWarnings({ ...balanced, TRUST_PROXY: 2 })[0]).toMatch(
    /^Callers may connect past the proxy \(TRUST_PROXY=1, HOST=0\.0\.0\.0\)/,
  )
})

const local = { ...open, HOST: '127.0.0.1', SITE_ADDRESS: 'localhost', ALLOWED_HOSTS: undefined }

// @holds asvs 3.5.1
test('a proxy without a name of the shop is warned about, because browsers would get 400', () => {
  const nameless = /answers 400 to all names except localhost: set SITE_ADDRESS in \.env/
  expect(listProxyWarnings(local)).toEqual([expect.stringMatching(nameless)])
  // The name that Compose sets itself.
  const inCompose = { ...local, ALLOWED_HOSTS: 'app,' }
  expect(listProxyWarnings(inCompose)).toEqual([expect.stringMatching(nameless)])
  expect(listProxyWarnings({ ...local, SITE_ADDRESS: 'shop.example' })).toEqual([])
  expect(listProxyWarnings({ ...local, ALLOWED_HOSTS: 'app,shop.example' })).toEqual([])
  expect(listProxyWarnings({ ...local, TRUST_PROXY: 0 })).toEqual([])
})

// @holds asvs 15.3.4
test('a name that only a proxy can serve is warned about without TRUST_PROXY', () => {
  const named = { ...local, TRUST_PROXY: 0, ALLOWED_HOSTS: 'shop.example' }
  expect(listProxyWarnings(named)).toEqual([
    expect.stringMatching(/^Stockie has the name shop\.example, .* set TRUST_PROXY=1\./),
  ])
  expect(listProxyWarnings({ ...named, HOST: '0.0.0.0' })).toEqual([])
})
