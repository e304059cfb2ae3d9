import { execFileSync, spawnSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import {
  createRecoveryCodes,
  createSecondFactorCodes,
  hashRecoveryCode,
} from './second-factor-codes'

const jwtSecret = 'kA3vZr8QpL0sXw5TnB7yHc2MdF6jGu9E'
const codes = createSecondFactorCodes(jwtSecret)

/** The secret of RFC 6238, appendix B. */
const rfcSecret = Buffer.from('12345678901234567890')
const { sealed } = codes.create('mia@stockie.test', rfcSecret)

const setTime = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
afterEach(() => vi.useRealTimers())

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %d, the code of RFC 6238 counts', (seconds, eightDigits) => {
  setTime(seconds)
  expect(codes.findStep(sealed, eightDigits.slice(2))).toBe(Math.floor(seconds / 30))
})

// @holds asvs 6.5.5
test('a code counts in its own 30 seconds and in those before and after, in any spelling', () => {
  const step = 1_111_111_109 - (1_111_111_109 % 30)
  const stepAt = (seconds: number, code = '081 804') => {
    setTime(seconds)
    return codes.findStep(sealed, code)
  }
  const own = step / 30
  expect([stepAt(step), stepAt(step + 29), stepAt(step - 1), stepAt(step + 59)]).toEqual(
    Array.from({ length: 4 }, () => own),
  )
  expect([stepAt(step - 31), stepAt(step + 60)]).toEqual([undefined, undefined])
  expect([stepAt(step, '081805'), stepAt(step, '81804'), stepAt(step, '')]).toEqual(
    Array.from({ length: 3 }, () => undefined),
  )
})

const hasOathtool = spawnSync('oathtool', ['--version']).status === 0

test.skipIf(!hasOathtool)('oathtool makes the same codes', () => {
  for (let round = 0; round < 20; round += 1) {
    const { secret, sealed: own } = codes.create('mia@stockie.test')
    const seconds = 1_700_000_000 + round * 123_457
    const code = execFileSync('oathtool', ['--totp', '-b', '-N', `@${seconds}`, secret])
    setTime(seconds)
    expect(codes.findStep(own, String(code))).toBe(Math.floor(seconds / 30))
  }
})

test('the address for the app names the account and the parameters', () => {
  const { secret, otpauthUrl } = codes.create('mia+till@stockie.test')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(otpauthUrl).toBe(
    `otpauth://totp/Stockie:mia%2Btill%40stockie.test?issuer=Stockie&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
})

// @holds asvs 11.3.1, 11.3.2, 11.3.3
test('a secret is encrypted anew each time, and only the same JWT_SECRET opens it', () => {
  setTime(59)
  const other = codes.create('mia@stockie.test', rfcSecret).sealed
  expect(other).not.toEqual(sealed)
  expect(sealed.includes(rfcSecret)).toBe(false)
  const damaged = Buffer.from(sealed)
  damaged.writeUInt8(damaged.readUInt8(40) ^ 1, 40)
  const found = [codes, createSecondFactorCodes(`${jwtSecret}x`)].map(({ findStep }) => [
    findStep(sealed, '287082'),
    findStep(damaged, '287082'),
    findStep(Buffer.alloc(3), '287082'),
  ])
  expect(found).toEqual([
    [1, undefined, undefined],
    [undefined, undefined, undefined],
  ])
})

// @holds asvs 6.5.2, 6.5.3, 6.5.4
test('ten recovery codes are different, and hashed with a salt of their own', async () => {
  const [one, other] = [await createRecoveryCodes(), await createRecoveryCodes()]
  expect(new Set([...one.codes, ...other.codes])).toHaveLength(20)
  for (const code of one.codes)
    expect(code).toMatch(/^([a-hj-km-np-z2-9]{4}-){2}[a-hj-km-np-z2-9]{4}$/)
  const [code = ''] = one.codes
  const typed = ` ${code.replaceAll('-', ' ').toUpperCase()} `
  expect(await hashRecoveryCode(typed, one.salt)).toEqual(one.hashes[0])
  expect(await hashRecoveryCode(code, other.salt)).not.toEqual(one.hashes[0])
})
