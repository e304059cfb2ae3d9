import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'

import { RecordHistory } from '@/components/activity/record-history'
import { showApiErrors } from '@/components/form/api-field-errors'
import { FieldChoices } from '@/components/form/field-choices'
import { FormError } from '@/components/form/form-error'
import { FormStatus } from '@/components/form/form-status'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { startAnswerWait, StoppedWaitError, type AnswerWait } from '@/lib/api/answer-wait'
import { ApiError } from '@/lib/api/api-client'
import { AlreadySavedError } from '@/lib/api/idempotency'
import { useBusy } from '@/lib/hooks/use-busy'
import type { CrudResource } from './crud-resource'
import { ModalDialog } from './modal-dialog'
import { focusQuestion, isEditConflict, useEditConflict } from './conflict/use-edit-conflict'
import { useKeptForm } from './use-kept-form'

interface Wording {
  title: string
  description: string
}

/** The schemas of the form. An update has all fields; a creation may omit some of them. */
interface FormSchemas<Input, Values> {
  input: z.ZodType<NoInfer<Input>, NoInfer<Values>>
  updateInput: z.ZodType<Input, Values>
}

interface RecordDialogProps<Row, Input, Values extends FieldValues> {
  resource: Pick<CrudResource<Row, Input>, 'path' | 'create' | 'update' | 'restore'>
  contract: FormSchemas<Input, Values>
  editing: Row | 'new'
  add: Wording
  edit: Wording
  /** The values of an empty form, or of a form that shows this record. */
  valuesOf: (row: Row | null) => DefaultValues<Values>
  /** The error of a list that the form needs and that failed to load. */
  loadError?: Error | null
  /** See useKeptForm. */
  alwaysKept?: readonly (keyof Values)[] | undefined
  /** See useKeptForm. */
  given?: Partial<Values> | undefined
  /** Gets a record that was added, before the dialog closes. */
  onCreated?: ((row: Row) => void) | undefined
  onClose: () => void
  /** See useDialogScans. */
  onScan?: ((barcode: string, form: UseFormReturn<Values, unknown, Input>) => void) | undefined
  /** `hasUnanswered` if a save may have arrived without an answer. */
  children: (form: UseFormReturn<Values, unknown, Input>, hasUnanswered: boolean) => ReactNode
}

/** The form that adds or edits a record. It is mounted only while open, so it starts empty each time. */
export function RecordDialog<
  Row extends { id: number; version?: number },
  Input,
  Values extends FieldValues,
>({
  resource,
  contract,
  editing,
  add,
  edit,
  valuesOf,
  loadError,
  alwaysKept,
  given,
  onCreated,
  onClose,
  onScan,
  children,
}: RecordDialogProps<Row, Input, Values>) {
  const isNew = editing === 'new'
  const client = useQueryClient()
  const create = useMutation({
    ...resource.create,
    meta: { ...resource.create.meta, isShownOnScreen },
  })
  const update = useMutation({
    ...resource.update,
    meta: { ...resource.update.meta, isShownOnScreen: isEditConflict },
  })
  const restore = useMutation(resource.restore ?? {})
  const { isBusy, begin, end } = useBusy()
  const wait = useRef<AnswerWait>(null)
  const kept = useKeptForm({
    path: resource.path,
    editing,
    valuesOf,
    alwaysKept,
    given,
    resolver: zodResolver<Values, unknown, Input>(isNew ? contract.input : contract.updateInput),
  })
  const { form, idempotencyKey, renewKey, hasChanges, forget } = kept
  const conflict = useEditConflict({
    kept,
    valuesOf,
    send: (input: Input, { id, version }) =>
      update.mutateAsync({ id, input, version, key: idempotencyKey }),
    restore: resource.restore && (({ id }) => restore.mutateAsync(id)),
  })

  function close() {
    forget()
    onClose()
  }

  async function save(input: Input, formElement: HTMLFormElement) {
    if (!begin()) return
    try {
      if (isNew) {
        wait.current = startAnswerWait()
        const { signal } = wait.current
        const created = await create.mutateAsync({ input, key: idempotencyKey, signal })
        onCreated?.(created)
      } else if (!(await conflict.save(input))) {
        end()
        focusQuestion(formElement)
        return
      }
      close()
    } catch (error) {
      // Saving again means another record.
      if (error instanceof AlreadySavedError) renewKey()
      end()
      // The list on the screen does not show the saved record yet.
      if (error instanceof AlreadySavedError) {
        void client.invalidateQueries()
        return
      }
      // Another user may have deleted what a field refers to, such as a category.
      if (error instanceof ApiError && error.status === 422) void client.invalidateQueries()
      const visibleFields = Object.keys(valuesOf(null)).filter((name) =>
        formElement.elements.namedItem(name),
      )
      showApiErrors(error, visibleFields as FieldPath<Values>[], form.setError)
      // The focused button has disappeared.
      if (error instanceof StoppedWaitError) {
        formElement.querySelector<HTMLElement>('[type=submit]')?.focus()
      }
    }
  }

  // Field errors are repeated above the form, which may be longer than the screen.
  const saveError = isNew ? create.error : (restore.error ?? update.error)
  const shownError = isEditConflict(saveError) ? null : (saveError ?? loadError)
  const message = form.formState.errors.root?.message ?? shownError?.message
  const retryHint =
    isNew && isUnanswered(saveError) ? ' If you save again, it is added only once.' : ''
  return (
    <ModalDialog
      {...(isNew ? add : edit)}
      isBusy={isBusy}
      hasChanges={hasChanges}
      onClose={close}
      // The form is being sent.
      onScan={onScan && !isBusy ? (barcode) => onScan(barcode, form) : undefined}
      className="scroll-pb-20"
    >
      <form noValidate autoComplete="off" onSubmit={(event) => conflict.submit(event, save)}>
        <fieldset disabled={isBusy} className="mt-9 grid min-w-0 gap-3 [&>[role=alert]]:mb-3">
          <FormError message={message && message + retryHint} />
          {conflict.notice}
          <FieldChoices value={conflict.choiceOf}>
            {children(form, kept.hasUnanswered)}
          </FieldChoices>
        </fieldset>
        <FormStatus
          isBusy={isBusy}
          stop={
            isNew
              ? {
                  hint: 'If you stop and save again, it is added only once.',
                  run: () => wait.current?.stop(),
                }
              : undefined
          }
        />
        {/* Stays in view above the end of a long form, where the screen is high enough. */}
        <fieldset
          disabled={isBusy}
          className="-bottom-6 z-10 -mx-6 -mb-3 min-w-0 bg-popover px-6 py-3 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-popover before:to-transparent [@media(height>=36rem)]:sticky [output:not(:empty)+&]:mt-5"
        >
          <DialogFooter>
            <Button type="button" variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={isBusy || (conflict.isDeleted && !resource.restore)}
              className="min-w-24"
            >
              {isBusy && <Spinner />}
              {conflict.isDeleted && resource.restore ? 'Restore and save' : 'Save'}
            </Button>
          </DialogFooter>
        </fieldset>
      </form>
      {!isNew && <RecordHistory resource={resource.path} id={editing.id} className="mt-6 -mb-3" />}
    </ModalDialog>
  )
}

/** No toast repeats these errors. */
function isShownOnScreen(error: Error) {
  return error instanceof AlreadySavedError || error instanceof StoppedWaitError
}

/** The server may have saved the record. */
function isUnanswered(error: Error | null) {
  return error instanceof ApiError && error.status === 0
}
