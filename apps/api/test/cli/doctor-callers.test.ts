import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkCallers, parseGateways } from '#src/cli/doctor/caller-checks'
import { withClient } from '#test/support/database/database-server'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password } from '#test/support/test-users'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.stop())

const gateways = ['172.18.0.1', 'fd00:1::1']
const check = () => withClient(api.databaseUrl, (client) => checkCallers(client, gateways))

// @holds asvs 15.3.4
test('the doctor warns if an account signed in from the gateway of Docker’s network', async () => {
  const [owner, manager, cashier] = await Promise.all(
    [1, 2, 3].map((role) => createUser(api.pool, role)),
  )
  const login = async (email = '', from: string, given = password) =>
    (await api.call('/auth/login', { from, body: { email, password: given } })).status
  expect(await login(owner?.email, '192.0.2.7')).toBe(200)
  expect(await login(cashier?.email, '172.18.0.1', 'not the password')).toBe(401)
  expect(await check()).toEqual([
    { state: 'ok', found: 'Docker shows Stockie the addresses of its callers.' },
  ])
  expect(await login(manager?.email, '172.18.0.1')).toBe(200)
  expect(await login(cashier?.email, 'fd00:1::1')).toBe(200)
  const [verdict] = await check()
  expect(verdict?.state).toBe('warning')
  expect(verdict?.found).toContain(`(172.18.0.1, fd00:1::1): ${manager?.email}, ${cashier?.email}.`)
})

// @holds asvs 15.3.4
test('the gateways are those of the default routes', () => {
  const v4 = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t010012AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000012AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n`
  const none = '0'.repeat(32)
  const v6 = `fd000001000000000000000000000000 40 ${none} 00 ${none} 00000100 00000001 00000000 00000001 eth0
${none} 00 ${none} 00 fd000001000000000000000000000001 00000400 00000001 00000000 00000003 eth0
${none} 00 ${none} 00 ${none} ffffffff 00000001 00000000 00200200 lo\n`
  expect(parseGateways(v4, v6)).toEqual(['172.18.0.1', 'fd00:0001:0000:0000:0000:0000:0000:0001'])
  expect(parseGateways('', '')).toEqual([])
})
