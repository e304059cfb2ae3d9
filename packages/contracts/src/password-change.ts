import { z } from 'zod'
import { newPassword } from './new-password'

const missing = 'Please enter your current password'

export const passwordChangeInput = z.object({
  currentPassword: z
    .string(missing)
    .min(1, missing)
    .max(1000, 'Password must have at most 1,000 characters')
    .meta({ example: 'stockie-demo' }),
  newPassword,
})

const bothTyped = z.object({ newPassword: z.string(), repeatPassword: z.string() })

/** What the profile asks for: the new password twice. */
export const passwordChangeForm = passwordChangeInput
  .extend({ repeatPassword: z.string('Please repeat the new password') })
  .refine((form) => form.repeatPassword === form.newPassword, {
    path: ['repeatPassword'],
    error: 'The passwords do not match',
    // Also while another field is wrong: a person sees everything at once.
    when: ({ value }) => bothTyped.safeParse(value).success,
  })

export type PasswordChangeInput = z.output<typeof passwordChangeInput>
export type PasswordChangeForm = z.output<typeof passwordChangeForm>
