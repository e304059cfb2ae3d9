import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'

import { showApiErrors } from '@/components/form/api-field-errors'
import { FormError } from '@/components/form/form-error'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { newIdempotencyKey, RecordAlreadySavedError } from '@/lib/api/idempotency'
import { useBusy } from '@/lib/hooks/use-busy'
import type { CrudResource } from './crud-resource'
import { ModalDialog } from './modal-dialog'

interface Wording {
  title: string
  description: string
}

/** What the form holds. One for both holds what an update needs, and a creation leaves out the rest. */
interface Contract<Input, Values> {
  input: z.ZodType<NoInfer<Input>, NoInfer<Values>>
  updateInput: z.ZodType<Input, Values>
}

interface RecordDialogProps<Row, Input, Values extends FieldValues> {
  resource: CrudResource<Row, Input>
  contract: Contract<Input, Values>
  editing: Row | 'new'
  add: Wording
  edit: Wording
  defaultValues: DefaultValues<Values>
  /** What the form needs and could not be loaded. */
  loadError?: Error | null
  onClose: () => void
  children: (form: UseFormReturn<Values, unknown, Input>) => ReactNode
}

/** The form that adds a record or edits one. Mounted while it is open, it begins afresh each time. */
export function RecordDialog<Row extends { id: number }, Input, Values extends FieldValues>({
  resource,
  contract,
  editing,
  add,
  edit,
  defaultValues,
  loadError,
  onClose,
  children,
}: RecordDialogProps<Row, Input, Values>) {
  const isNew = editing === 'new'
  const create = useMutation(resource.create)
  const update = useMutation(resource.update)
  // Saved again after an answer that never came, it is the same record.
  const [key, setKey] = useState(newIdempotencyKey)
  const { isBusy, begin, end } = useBusy()
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(isNew ? contract.input : contract.updateInput),
    defaultValues,
  })

  async function save(input: Input, element: HTMLFormElement) {
    if (!begin()) return
    try {
      await (isNew
        ? create.mutateAsync({ input, key })
        : update.mutateAsync({ id: editing.id, input }))
      onClose()
    } catch (error) {
      // Whoever saves it once more means another one.
      if (error instanceof RecordAlreadySavedError) setKey(newIdempotencyKey())
      end()
      const shown = Object.keys(defaultValues).filter((name) => element.elements.namedItem(name))
      showApiErrors(error, shown as FieldPath<Values>[], form.setError)
    }
  }

  // What stands at a field stands above the form too, which may be longer than the screen.
  const saveError = isNew ? create.error : update.error
  const message = form.formState.errors.root?.message ?? (saveError ?? loadError)?.message
  return (
    <ModalDialog {...(isNew ? add : edit)} isBusy={isBusy} onClose={onClose}>
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          const element = event.currentTarget
          void form.handleSubmit((input) => save(input, element))(event)
        }}
      >
        <fieldset disabled={isBusy} className="mt-5 grid min-w-0 gap-3">
          <FormError message={message} />
          {children(form)}
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy} className="min-w-24">
              {isBusy && <Spinner />}
              Save
            </Button>
          </DialogFooter>
        </fieldset>
      </form>
    </ModalDialog>
  )
}
