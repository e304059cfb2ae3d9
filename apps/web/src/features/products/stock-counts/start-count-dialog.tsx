import { limits, type StockCount } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'

import type { ChosenRows } from '@/components/data-table/use-data-table'
import { ModalDialog } from '@/components/crud/modal-dialog'
import { Field } from '@/components/form/field'
import { FormError } from '@/components/form/form-error'
import { FormStatus } from '@/components/form/form-status'
import { TextField } from '@/components/form/text-field'
import { useKeyedCreate } from '@/components/form/use-keyed-create'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { DialogFooter } from '@/components/ui/dialog'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { Spinner } from '@/components/ui/spinner'
import { AlreadySavedError, isRefusal } from '@/lib/api/idempotency'
import { formatCount } from '@/lib/format'
import { categories } from '@/resources/categories'
import { products } from '@/resources/products'
import { stockCounts } from './stock-count-requests'

interface StartCountDialogProps {
  chosen: ChosenRows | undefined
  onStarted: (count: StockCount) => void
  onClose: () => void
}

function describeFailure(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  // Without an answer, the count may be started.
  return isRefusal(error) || error instanceof AlreadySavedError
    ? message
    : `${message} ${retryHint}`
}

const retryHint = 'If you start it again, it is started only once.'

/** Chooses what to count. Open while it is mounted. */
export function StartCountDialog({ chosen: now, onStarted, onClose }: StartCountDialogProps) {
  // The list behind may change.
  const [chosen] = useState(now)
  const [name, setName] = useState('')
  const [choice, setChoice] = useState(chosen ? 'chosen' : 'all')
  const [isBlind, setIsBlind] = useState(false)
  const [error, setError] = useState<string>()
  const { send, isBusy, stopWaiting } = useKeyedCreate(stockCounts.start)
  const categoryList = useQuery(categories.list())
  const allProducts = useQuery(products.list()).data
  const blindId = useId()
  const isTooMany =
    choice === 'chosen' && chosen !== undefined && chosen.ids.length > limits.bulkIds

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isTooMany) return
    setError(undefined)
    const sent = await send({
      name: name.trim() === '' ? null : name.trim(),
      categoryId: /^\d+$/.test(choice) ? Number(choice) : null,
      productIds: choice === 'chosen' && chosen ? [...chosen.ids] : null,
      blind: isBlind,
    })
    if (sent && 'answer' in sent) onStarted(sent.answer)
    else if (sent) setError(describeFailure(sent.error))
  }

  return (
    <ModalDialog
      title="Start a count"
      description="Tills can go on selling meanwhile. Several people can count together."
      isBusy={isBusy}
      onClose={onClose}
    >
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => void submit(event)}
        className="mt-5 grid gap-2"
      >
        <FormError message={error} />
        <fieldset disabled={isBusy} className="grid min-w-0 gap-2">
          <Field
            label="Products"
            error={
              isTooMany
                ? `Choose at most ${formatCount(limits.bulkIds)} products, or all of them.`
                : undefined
            }
            hint={
              categoryList.isError && !categoryList.data ? 'Failed to load categories' : undefined
            }
          >
            {(control) => (
              <NativeSelect
                {...control}
                value={choice}
                onChange={({ target }) => setChoice(target.value)}
              >
                {chosen && (
                  <option value="chosen">
                    {`${chosen.kind === 'selected' ? 'Selected in the list' : 'Found in the list'} (${formatCount(chosen.ids.length)})`}
                  </option>
                )}
                <option value="all">
                  {allProducts
                    ? `All products (${formatCount(allProducts.length)})`
                    : 'All products'}
                </option>
                {categoryList.data?.map((category) => (
                  <option key={category.id} value={category.id}>
                    {`${category.name} (${formatCount(category.productCount ?? 0)})`}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <TextField
            label="Name"
            placeholder="Such as a shelf or a room"
            maxLength={limits.name}
            hint="Optional. It tells counts apart."
            error={undefined}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <div className="flex items-start gap-2.5 py-1">
            <Checkbox
              id={blindId}
              checked={isBlind}
              onChange={({ target }) => setIsBlind(target.checked)}
              className="mt-0.5"
            />
            <div className="grid gap-1">
              <Label htmlFor={blindId}>Blind count</Label>
              <p className="text-[0.8125rem] text-muted-foreground">
                Hides the expected stock until the count is finished.
              </p>
            </div>
          </div>
        </fieldset>
        <FormStatus isBusy={isBusy} stop={{ hint: retryHint, run: stopWaiting }} />
        <DialogFooter className="mt-3">
          <Button type="button" variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBusy} className="sm:min-w-28">
            {isBusy && <Spinner />}
            Start
          </Button>
        </DialogFooter>
      </form>
    </ModalDialog>
  )
}
