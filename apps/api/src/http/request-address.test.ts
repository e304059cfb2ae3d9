import { expect, test } from 'vitest'
import { networkOf, networksOf } from './request-address'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0'],
  ['2001:db8:0:1::5', '2001:db8:0:1'],
  ['2001:0db8:0000:0001:9:8:7:6', '2001:db8:0:1'],
  ['2001:DB8::', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('networkOf maps the address %s to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('networksOf lists an IPv4 address alone, and the /64, /56 and /48 of an IPv6 address', () => {
  expect(networksOf('::ffff:192.0.2.7')).toEqual(['192.0.2.7'])
  expect(networksOf('2001:db8:1:12ff::5')).toEqual([
    '2001:db8:1:12ff',
    '2001:db8:1:1200/56',
    '2001:db8:1',
  ])
})
