import { zodResolver } from '@hookform/resolvers/zod'
import { passwordChangeForm, unchangedPassword } from '@stockie/contracts'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { FormError } from '@/components/form/form-error'
import { PasswordField } from '@/components/form/password-field'
import { showApiErrors } from '@/components/form/api-field-errors'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { changePassword } from '@/resources/account'

const emptyForm = { currentPassword: '', newPassword: '', repeatPassword: '' }
const fieldNames = ['currentPassword', 'newPassword', 'repeatPassword'] as const

const rules = passwordChangeForm.refine((form) => form.newPassword !== form.currentPassword, {
  path: ['newPassword'],
  error: unchangedPassword,
})

interface PasswordFormProps {
  email: string
  currentLabel?: string
}

export function PasswordForm({ email, currentLabel = 'Current password' }: PasswordFormProps) {
  const { mutateAsync, isPending } = useMutation(changePassword)
  const form = useForm({ resolver: zodResolver(rules), defaultValues: emptyForm })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (input) => {
    try {
      await mutateAsync(input)
      form.reset()
    } catch (error) {
      showApiErrors(error, fieldNames, form.setError)
    }
  })

  return (
    <form
      noValidate
      className="grid max-w-sm gap-3 [&>[role=alert]]:mb-3"
      onSubmit={(event) => void submit(event)}
    >
      <FormError message={errors.root?.message} />
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={currentLabel}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters"
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <PasswordField
        label="Repeat new password"
        autoComplete="new-password"
        error={errors.repeatPassword?.message}
        {...form.register('repeatPassword')}
      />
      <Button type="submit" disabled={isPending} className="justify-self-start">
        {isPending && <Spinner />}
        Change Password
      </Button>
    </form>
  )
}
