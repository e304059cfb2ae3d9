import { zodResolver } from '@hookform/resolvers/zod'
import { type SecondFactorProof, secondFactorProof } from '@stockie/contracts'
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { showApiErrors } from '@/components/form/api-field-errors'
import { FormError } from '@/components/form/form-error'
import { PasswordField } from '@/components/form/password-field'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { isTransient } from '@/lib/api/api-client'
import { useBusy } from '@/lib/hooks/use-busy'

interface ProofDialogProps<Answer> {
  title: string
  description: string
  email: string
  /** An error of the caller. */
  error?: string | undefined
  codeHint?: string
  action: UseMutationOptions<Answer, Error, SecondFactorProof>
  actionLabel: string
  cancelLabel?: string
  isDestructive?: boolean
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** Asks for the password and a code, before the second factor changes. */
export function ProofDialog<Answer>(props: ProofDialogProps<Answer>) {
  const { title, description, email, action, actionLabel, isDestructive, onDone, onClose } = props
  const { codeHint = 'From your app, or a recovery code', cancelLabel = 'Cancel' } = props
  const { mutateAsync } = useMutation(action)
  const { isBusy, begin, end } = useBusy()
  const { register, handleSubmit, formState, setError, setValue } = useForm({
    resolver: zodResolver(secondFactorProof),
    defaultValues: { password: '', code: '' },
  })
  const { errors } = formState

  const submit = handleSubmit(async (input) => {
    if (!begin()) return
    try {
      onDone(await mutateAsync(input))
    } catch (error) {
      // The code may count as used.
      if (isTransient(error)) setValue('code', '')
      end()
      showApiErrors(error, ['password', 'code'], setError)
    }
  })

  return (
    <ModalDialog title={title} description={description} isBusy={isBusy} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={isBusy} className="mt-6 grid min-w-0 gap-3 [&>[role=alert]]:mb-3">
          <FormError message={errors.root?.message ?? props.error} />
          {/* Tells password managers whose password this is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <TextField
            label="Code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            hint={codeHint}
            error={errors.code?.message}
            {...register('code')}
          />
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              {cancelLabel}
            </Button>
            <Button
              type="submit"
              variant={isDestructive ? 'destructive' : 'default'}
              disabled={isBusy}
              className="min-w-28"
            >
              {isBusy && <Spinner />}
              {actionLabel}
            </Button>
          </DialogFooter>
        </fieldset>
      </form>
    </ModalDialog>
  )
}
