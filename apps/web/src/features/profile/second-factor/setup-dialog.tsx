import { zodResolver } from '@hookform/resolvers/zod'
import { secondFactorConfirmInput } from '@stockie/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'

import { CopyButton } from '@/components/copy-button'
import { ModalDialog } from '@/components/crud/modal-dialog'
import { showApiErrors } from '@/components/form/api-field-errors'
import { FormError } from '@/components/form/form-error'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { ApiError, isTransient } from '@/lib/api/api-client'
import { useBusy } from '@/lib/hooks/use-busy'

import {
  confirmSecondFactor,
  isConflict,
  type NewRecoveryCodes,
  type SecondFactorSetup,
} from './second-factor-requests'

interface SetupDialogProps {
  /** Undefined until it is loaded. */
  setup: SecondFactorSetup | undefined
  error: Error | null
  onRetry: () => void
  onConfirmed: (recoveryCodes: NewRecoveryCodes) => void
  onClose: () => void
}

/** On a phone, a focus would open the keyboard over the QR code. */
const desk = '(pointer: fine)'

export function SetupDialog({ setup, error, onRetry, onConfirmed, onClose }: SetupDialogProps) {
  const { mutateAsync } = useMutation(confirmSecondFactor)
  const { isBusy, begin, end } = useBusy()
  const { register, handleSubmit, formState, reset, setError, setFocus } = useForm({
    resolver: zodResolver(secondFactorConfirmInput),
    defaultValues: { code: '' },
  })
  const { errors } = formState
  const isReady = setup !== undefined
  const [wasUnanswered, setWasUnanswered] = useState(false)
  const secretRef = useRef<HTMLDivElement>(null)
  /** The API refused a code. Another tab may have replaced the secret. */
  const [isRefused, setIsRefused] = useState(false)

  useEffect(() => {
    if (isReady && window.matchMedia(desk).matches) setFocus('code')
  }, [isReady, setFocus])

  const submit = handleSubmit(async (input) => {
    if (!isReady || !begin()) return
    try {
      onConfirmed(await mutateAsync({ ...input, wasUnanswered }))
    } catch (failure) {
      if (isTransient(failure)) setWasUnanswered(true)
      setIsRefused(failure instanceof ApiError && [409, 422].includes(failure.status))
      end()
      showApiErrors(failure, ['code'], setError)
    }
  })

  function beginAgain() {
    // The button disappears.
    secretRef.current?.focus()
    setIsRefused(false)
    reset()
    onRetry()
  }

  return (
    <ModalDialog
      title="Turn On Second Factor"
      description="Scan the QR code with an authenticator app on your phone. Then enter the code that the app shows."
      isBusy={isBusy}
      onClose={onClose}
    >
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        <fieldset disabled={isBusy} className="mt-5 grid min-w-0 gap-5">
          <FormError message={errors.root?.message ?? error?.message} />
          {error === null && (
            <>
              <div ref={secretRef} tabIndex={-1} className="outline-none">
                <Secret setup={setup} />
              </div>
              <TextField
                label="Code"
                inputMode="numeric"
                autoComplete="one-time-code"
                disabled={!isReady}
                error={errors.code?.message}
                {...register('code')}
              />
              {isRefused && (
                <p className="-mt-3 text-sm text-muted-foreground">
                  If another tab has begun as well, its QR code has replaced this one.{' '}
                  <Button type="button" variant="link" size="text" onClick={beginAgain}>
                    Begin again
                  </Button>
                </p>
              )}
            </>
          )}
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            {error === null && (
              <Button type="submit" disabled={!isReady || isBusy} className="min-w-28">
                {isBusy && <Spinner />}
                Turn on
              </Button>
            )}
            {error !== null && !isConflict(error) && (
              <Button type="button" onClick={onRetry} className="min-w-28">
                Try again
              </Button>
            )}
          </DialogFooter>
        </fieldset>
      </form>
    </ModalDialog>
  )
}

function Secret({ setup }: { setup: SecondFactorSetup | undefined }) {
  const text = useRef<HTMLParagraphElement>(null)
  if (!setup) {
    return (
      <output aria-label="Loading" className="grid min-h-52 place-items-center">
        <Spinner className="size-8 text-primary" />
      </output>
    )
  }
  return (
    <div className="flex flex-col items-center gap-x-6 gap-y-4 sm:flex-row">
      <QrCode rows={setup.qrRows} label="QR code for the authenticator app" />
      <div className="grid flex-1 justify-items-center gap-3 sm:justify-items-start">
        <p className="text-sm text-muted-foreground">No camera? Enter this key:</p>
        <p ref={text} className="max-w-[20ch] font-mono text-sm font-medium select-all">
          {setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </p>
        <CopyButton text={setup.secret} shownIn={text} />
      </div>
    </div>
  )
}

/** Dark on white in both themes, because not every camera reads the reverse. */
function QrCode({ rows, label }: { rows: boolean[][]; label: string }) {
  const size = rows.length
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={toPath(rows)} fill="#000" />
    </svg>
  )
}

/** One rectangle for each run of dark squares in a row. */
function toPath(rows: boolean[][]) {
  const parts: string[] = []
  for (const [y, row] of rows.entries()) {
    const text = row.map((isDark) => (isDark ? '#' : ' ')).join('')
    for (const { 0: run, index } of text.matchAll(/#+/g)) {
      parts.push(`M${index} ${y}h${run.length}v1h-${run.length}z`)
    }
  }
  return parts.join('')
}
