import { z } from 'zod'
import { loginRules } from '../zod-free/login-rules'
import { isCommonPassword } from './common-passwords'

const { longest, tooLong } = loginRules.password
const missingNewPassword = 'Please enter a new password'
const tooShort = 'Password must be at least 8 characters long'

/** The rule for a new password. The login has its own rule. */
export const newPassword = z
  .string(missingNewPassword)
  .min(8, { error: ({ input }) => (input === '' ? missingNewPassword : tooShort) })
  .max(longest, tooLong)
  // UTF-8 encodes every lone surrogate as the same character, and a NUL ends text piped to a program.
  .refine(
    (password) => !/[\0\p{Surrogate}]/u.test(password),
    'Password contains a character that cannot be used',
  )
  .refine(
    (password) => !isCommonPassword(password),
    'Password is one of the most common ones: please choose another',
  )
  .meta({
    description: 'At least 8 characters, and not a common one',
    example: 'a-new-stockie-demo',
  })

export const unchangedPassword = 'This is your current password: please choose another'

const missingCurrentPassword = 'Please enter your current password'

export const passwordChangeInput = z.object({
  currentPassword: z
    .string(missingCurrentPassword)
    .min(1, missingCurrentPassword)
    .max(1000, 'Password must have at most 1,000 characters')
    .meta({ example: 'stockie-demo' }),
  newPassword,
})

const bothPasswords = z.object({ newPassword: z.string(), repeatPassword: z.string() })

/** The profile's form, which asks for the new password twice. */
export const passwordChangeForm = passwordChangeInput
  .extend({ repeatPassword: z.string('Please repeat the new password') })
  .refine((form) => form.repeatPassword === form.newPassword, {
    path: ['repeatPassword'],
    error: 'The passwords do not match',
    // Runs even if another field is invalid, so that the user sees all mistakes together.
    when: ({ value }) => bothPasswords.safeParse(value).success,
  })

export type PasswordChangeInput = z.output<typeof passwordChangeInput>
export type PasswordChangeForm = z.output<typeof passwordChangeForm>
