import { z } from 'zod'
import { passwordChangeInput } from './passwords'

const missingCode = 'Please enter the code'

/** A code of the authenticator app or a recovery code, with or without blanks and hyphens. */
const code = z
  .string(missingCode)
  .trim()
  .min(1, missingCode)
  .max(64, 'Code must have at most 64 characters')
  .meta({ description: 'A code of the app, or a recovery code', example: '492039' })

export const secondFactorBegun = z.object({
  secret: z
    .string()
    .meta({ description: 'In base 32', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
  otpauthUrl: z.string().meta({
    description: 'The address that a QR code shows to the app',
    example: 'otpauth://totp/Stockie:mia%40stockie.test?issuer=Stockie&secret=JBSWY3DPEHPK3PXP',
  }),
})

export const secondFactorConfirmInput = z.object({ code })

/** The password and a code, which prove who the caller is before the second factor changes. */
export const secondFactorProof = z.object({
  password: passwordChangeInput.shape.currentPassword,
  code,
})

export const recoveryCodesAnswer = z.object({
  recoveryCodes: z.array(z.string()).meta({
    description: 'Shown only in this answer. Each is good for one sign-in',
    example: ['k7mq-t2xw-9rfd'],
  }),
})

export type SecondFactorBegun = z.output<typeof secondFactorBegun>
export type SecondFactorProof = z.output<typeof secondFactorProof>
export type RecoveryCodesAnswer = z.output<typeof recoveryCodesAnswer>
