import { expect, test } from 'vitest'
import { findProxyBypass } from './network-exposure'

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
