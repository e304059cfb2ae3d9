import { zodResolver } from '@hookform/resolvers/zod'
import { passwordChangeForm } from '@stockie/contracts'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { PasswordField } from '@/components/form/password-field'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { ApiError } from '@/lib/api-error'
import { changePassword } from '@/resources/account'

const emptyForm = { currentPassword: '', newPassword: '', repeatPassword: '' }
const fieldNames = ['currentPassword', 'newPassword', 'repeatPassword'] as const

export function PasswordForm({ email }: { email: string }) {
  const { mutateAsync, isPending } = useMutation(changePassword)
  const form = useForm({ resolver: zodResolver(passwordChangeForm), defaultValues: emptyForm })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (input) => {
    try {
      await mutateAsync(input)
      form.reset()
    } catch (error) {
      showServerErrors(error)
    }
  })

  function showServerErrors(error: unknown) {
    if (!(error instanceof ApiError)) return
    for (const { path, message } of error.errors) {
      const name = fieldNames.find((known) => known === path)
      if (name) form.setError(name, { message }, { shouldFocus: true })
    }
  }

  return (
    <form noValidate className="grid max-w-sm gap-3" onSubmit={(event) => void submit(event)}>
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <PasswordField
        label="Repeat new password"
        autoComplete="new-password"
        error={errors.repeatPassword?.message}
        {...form.register('repeatPassword')}
      />
      <Button type="submit" disabled={isPending} className="mt-1 justify-self-start">
        {isPending && <Spinner />}
        Change Password
      </Button>
    </form>
  )
}
