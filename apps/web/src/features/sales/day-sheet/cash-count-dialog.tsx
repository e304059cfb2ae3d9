import type { StoredDaySheet } from '@stockie/contracts'
import { type SyntheticEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { FormError } from '@/components/form/form-error'
import { FormStatus } from '@/components/form/form-status'
import { TextAreaField } from '@/components/form/text-area-field'
import { useKeyedCreate } from '@/components/form/use-keyed-create'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { formatDay, formatMoney, formatTotal } from '@/lib/format'
import { cn } from '@/lib/cn'
import { AmountField } from './amount-field'
import {
  type CashCountEntry,
  type CashCountErrors,
  cashOf,
  checkEntry,
  errorsOfFailure,
  hasCounted,
  isChanged,
  retryHint,
  startEntry,
  toInput,
} from './cash-count-entry'
import { CountedFields } from './counted-fields'
import { formatDifference } from './day-figure-texts'
import { daySheets } from './day-sheet-requests'
import { TakenOutFields } from './taken-out-fields'

interface CashCountDialogProps {
  date: string
  /** The total of the day's sales so far. */
  totalSales: number
  /** The last count of this day. */
  last: StoredDaySheet | undefined
  onClose: () => void
}

/** Counts the cash of a day. Open while it is mounted. */
export function CashCountDialog({ date, totalSales, last, onClose }: CashCountDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  // A count of another till does not change the open form.
  const [first] = useState(last)
  const [entry, setEntry] = useState(() => startEntry(first))
  const [errors, setErrors] = useState<CashCountErrors>({})
  const { send, isBusy, stopWaiting } = useKeyedCreate(daySheets.store)
  const input = toInput(entry, date)
  const cash = cashOf(input, totalSales)

  function change(changed: Partial<CashCountEntry>) {
    setEntry((before) => ({ ...before, ...changed }))
    setErrors({})
  }

  /** Renders at once, so that a field that is enabled again can take the focus. */
  function showErrors(found: CashCountErrors) {
    flushSync(() => setErrors(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    const found = checkEntry(entry, input)
    if (Object.keys(found).length > 0) return showErrors(found)
    setErrors({})
    const sent = await send(input)
    if (sent && 'answer' in sent) onClose()
    else if (sent) showErrors(errorsOfFailure(sent.error, entry, input))
  }

  return (
    <ModalDialog
      title="Count cash"
      description={`${formatDay(date)}. A saved count cannot be changed. To correct it, count again.`}
      isBusy={isBusy}
      hasChanges={() => isChanged(entry, first)}
      onClose={onClose}
      // The fields stay above the total while the user goes through them by keyboard.
      className="max-w-xl scroll-pb-52"
    >
      <form
        ref={form}
        noValidate
        autoComplete="off"
        onSubmit={(event) => void submit(event)}
        className="mt-5 grid gap-4"
      >
        <FormError message={errors['form']} />
        <fieldset disabled={isBusy} className="grid min-w-0 gap-4">
          <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
            <AmountField
              label="Opening float"
              name="openingFloat"
              hint="The cash at the start of the day."
              value={entry.openingFloat}
              error={errors['openingFloat']}
              onChange={(openingFloat) => change({ openingFloat })}
            />
            <AmountField
              label="Paid by card and otherwise"
              name="paidOtherwise"
              // The decimal keypad of a phone has no minus.
              inputMode="text"
              hint="Not in cash. Below 0 if more was paid back."
              value={entry.paidOtherwise}
              error={errors['paidOtherwise']}
              onChange={(paidOtherwise) => change({ paidOtherwise })}
            />
          </div>
          <TakenOutFields
            rows={entry.takenOut}
            errors={errors}
            onChange={(takenOut) => change({ takenOut })}
          />
          <CountedFields entry={entry} errors={errors} total={cash.counted} onChange={change} />
          <TextAreaField
            label="Remark"
            rows={2}
            value={entry.remark}
            error={errors['remark']}
            onChange={({ target }) => change({ remark: target.value })}
          />
        </fieldset>
        {/* Stays in view, where the screen is high enough. */}
        <div className="-bottom-6 z-10 -mx-6 -mb-6 grid gap-4 border-t bg-popover px-6 pt-4 pb-6 [@media(height>=36rem)]:sticky">
          <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
            <dt className="text-muted-foreground">Sales Total of the day</dt>
            <dd className="text-right">{formatMoney(totalSales)}</dd>
            <dt className="text-muted-foreground">Expected cash</dt>
            <dd className="text-right">{formatTotal(cash.expected)}</dd>
          </dl>
          <div className="flex items-baseline justify-between gap-4">
            <span className="font-semibold">Difference</span>
            <output
              aria-label="Difference"
              className={cn(
                'tabular-nums',
                hasCounted(entry) ? 'text-xl font-semibold' : 'text-muted-foreground',
                hasCounted(entry) && cash.difference !== 0 && 'text-warning',
              )}
            >
              {hasCounted(entry) ? formatDifference(cash.difference) : 'not counted yet'}
            </output>
          </div>
          <FormStatus isBusy={isBusy} stop={{ hint: retryHint, run: stopWaiting }} />
          <DialogFooter>
            <Button type="button" variant="outline" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy} className="sm:min-w-36">
              {isBusy && <Spinner />}
              Save
            </Button>
          </DialogFooter>
        </div>
      </form>
    </ModalDialog>
  )
}
