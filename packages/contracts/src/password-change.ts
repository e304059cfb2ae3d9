import { z } from 'zod'
import { newPassword } from './new-password'

export const passwordChangeInput = z.object({
  currentPassword: z
    .string('Please enter your current password')
    .min(1, { error: 'Please enter your current password', abort: true })
    .max(1000, 'Password must have at most 1,000 characters'),
  newPassword,
})

/** What the profile asks for: the new password twice. */
export const passwordChangeForm = passwordChangeInput
  .extend({ repeatPassword: z.string('Please repeat the new password') })
  .refine((form) => form.repeatPassword === form.newPassword, {
    path: ['repeatPassword'],
    error: 'The passwords do not match',
    // Also while another field is still wrong: a person sees everything at once.
    when: ({ value }) => bothTyped.safeParse(value).success,
  })

const bothTyped = z.object({ newPassword: z.string().min(1), repeatPassword: z.string() })

export type PasswordChangeInput = z.output<typeof passwordChangeInput>
export type PasswordChangeForm = z.output<typeof passwordChangeForm>
