import { TOTP, URI } from 'otpauth'
import { vi } from 'vitest'

/** Reads the address that the QR code shows, as the app on a phone does. */
export function openApp(otpauthUrl: string): TOTP {
  const app = URI.parse(otpauthUrl)
  if (!(app instanceof TOTP)) throw new Error('The address is not one of TOTP.')
  return app
}

/** A code of the app after the next 30 seconds, so that no two codes are of the same step. */
export function nextCode(app: TOTP): string {
  vi.setSystemTime(Date.now() + 30_000)
  return app.generate()
}
