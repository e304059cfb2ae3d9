import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { Secret, TOTP } from 'otpauth'
import { createReadableCode } from './readable-code'

export type SecondFactorCodes = {
  /** A new secret, as text, as the address of a QR code, and encrypted for the database. */
  create: (email: string, bytes?: Buffer) => { secret: string; otpauthUrl: string; sealed: Buffer }
  /**
   * The step of 30 seconds to which a code belongs: the present one, or one beside it. Undefined for a wrong code,
   * and for a secret that was encrypted with another key.
   */
  findStep: (sealed: Buffer, code: string) => number | undefined
}

const issuer = 'Stockie'
const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** The codes of authenticator apps (RFC 6238: SHA-1, 30 seconds, 6 digits), and the encryption of their secrets. */
export function createSecondFactorCodes(jwtSecret: string): SecondFactorCodes {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'stockie second factor', 32))

  function seal(secret: Uint8Array): Buffer {
    const iv = randomBytes(ivBytes)
    const encryption = createCipheriv(cipher, key, iv)
    const sealed = Buffer.concat([encryption.update(secret), encryption.final()])
    return Buffer.concat([iv, encryption.getAuthTag(), sealed])
  }

  function open(sealed: Buffer): Buffer | undefined {
    try {
      const decryption = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes))
      decryption.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      const secret = decryption.update(sealed.subarray(ivBytes + tagBytes))
      return Buffer.concat([secret, decryption.final()])
    } catch {
      return undefined
    }
  }

  function create(email: string, bytes: Buffer = randomBytes(20)) {
    const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
    const otpauthUrl = new TOTP({ issuer, label: email, secret }).toString()
    return { secret: secret.base32, otpauthUrl, sealed: seal(bytes) }
  }

  function findStep(sealed: Buffer, code: string): number | undefined {
    const opened = open(sealed)
    if (!opened) return undefined
    const secret = new Secret({ buffer: new Uint8Array(opened).buffer })
    const timestamp = Date.now()
    const delta = new TOTP({ secret }).validate({ token: simplify(code), timestamp, window: 1 })
    return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
  }

  return { create, findStep }
}

/** Whether the code is one of the app. All others are recovery codes. */
export const isAppCode = (code: string) => /^\d{6}$/.test(simplify(code))

export type RecoveryCodes = { codes: string[]; salt: Buffer; hashes: Buffer[] }

const recoveryCodeCount = 10

export async function createRecoveryCodes(): Promise<RecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, () => createReadableCode(3))
  const salt = randomBytes(16)
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, salt)))
  return { codes, salt, hashes }
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/** Slow, because the codes are shorter than a key. All codes of an account share the salt. */
export function hashRecoveryCode(code: string, salt: Buffer): Promise<Buffer> {
  return derive(simplify(code), salt, 32)
}

/** People type blanks, hyphens and capitals that mean nothing. */
function simplify(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase()
}
