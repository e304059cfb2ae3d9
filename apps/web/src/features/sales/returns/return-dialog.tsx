import type { Return, Sale } from '@stockie/contracts'
import { type SyntheticEvent, useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { DateField } from '@/components/date/date-field'
import { FormError } from '@/components/form/form-error'
import { FormStatus } from '@/components/form/form-status'
import { TextAreaField } from '@/components/form/text-area-field'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { formatTotal } from '@/lib/format'
import { useToday } from '@/lib/hooks/use-today'
import { RefundFields } from './refund-fields'
import {
  blankEntry,
  checkEntry,
  errorsOfFailure,
  isBlankEntry,
  isOutdated,
  outdatedNote,
  quantityField,
  quantityOf,
  refundsOf,
  retryHint,
  returnableLines,
  type ReturnableLine,
  type ReturnEntry,
  type ReturnErrors,
  toInput,
} from './return-entry'
import { ReturnLineRow } from './return-line-row'
import { useReturnSubmit } from './use-return-submit'

interface ReturnDialogProps {
  sale: Pick<Sale, 'saleId' | 'saleDate' | 'subtotal' | 'discount' | 'totalAmount' | 'saleDetails'>
  /** The returns of the sale so far. */
  returns: readonly Return[]
  onClose: () => void
}

/** Takes back items of a sale. Open while it is mounted. */
export function ReturnDialog({ sale, returns, onClose }: ReturnDialogProps) {
  const today = useToday()
  const form = useRef<HTMLFormElement>(null)
  const [entry, setEntry] = useState(blankEntry)
  const [errors, setErrors] = useState<ReturnErrors>({})
  const { send, isBusy, basis, stopWaiting } = useReturnSubmit(sale.saleId, returns)
  const { saleDetails } = sale
  const lines = useMemo(() => returnableLines(saleDetails, basis), [saleDetails, basis])
  const refunds = refundsOf(sale, basis, lines, entry)

  const changeEntry = useCallback((next: (before: ReturnEntry) => Partial<ReturnEntry>) => {
    setEntry((before) => ({ ...before, ...next(before) }))
    setErrors({})
  }, [])
  const change = (changed: Partial<ReturnEntry>) => changeEntry(() => changed)
  // The same in every render, so that only the changed line of a long sale renders again.
  const changeQuantity = useCallback(
    (lineId: number, quantity: number) =>
      // A lowered refund was meant for the other items.
      changeEntry(({ quantities }) => ({
        quantities: { ...quantities, [lineId]: quantity },
        refund: null,
      })),
    [changeEntry],
  )
  const changeRestocked = useCallback(
    (lineId: number, isRestocked: boolean) =>
      changeEntry(({ damaged }) => ({ damaged: withDamaged(damaged, lineId, !isRestocked) })),
    [changeEntry],
  )
  const leaveLine = useCallback(() => focusNext(form.current), [])

  /** Renders at once, so that a field that is enabled again can take the focus. */
  function showErrors(found: ReturnErrors) {
    flushSync(() => setErrors(found))
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    invalid?.focus()
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isOutdated(lines, entry)) {
      change({ quantities: quantitiesLeft(lines, entry), refund: null, shippingRefund: '0' })
      return showErrors({ form: outdatedNote })
    }
    const input = toInput(lines, entry, refunds, today)
    const found = checkEntry(entry, refunds, input)
    if (Object.keys(found).length > 0) return showErrors(found)
    setErrors({})
    // A retry after midnight must send the same day.
    setEntry((before) => ({ ...before, date: input.returnDate }))
    const sent = await send(input)
    if (sent && 'answer' in sent) onClose()
    else if (sent) showErrors(errorsOfFailure(sent.error, input))
  }

  return (
    <ModalDialog
      title="Return items"
      description={`Sale ${sale.saleId}. Choose what came back, and what you pay back.`}
      isBusy={isBusy}
      hasChanges={() => !isBlankEntry(entry, today)}
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
          <section aria-label="Items">
            <header className="flex items-center justify-between gap-4 border-b pb-2 text-sm">
              <h3 className="font-semibold">Items</h3>
              {lines.some(({ left }) => left > 0) && (
                <Button
                  type="button"
                  variant="outline"
                  onClick={() => change({ quantities: everythingLeft(lines), refund: null })}
                >
                  Return everything
                </Button>
              )}
            </header>
            <ul>
              {lines.map((line) => (
                <ReturnLineRow
                  key={line.id}
                  line={line}
                  quantity={quantityOf(line, entry)}
                  isRestocked={!entry.damaged.includes(line.id)}
                  error={errors[quantityField(line.id)]}
                  onQuantity={changeQuantity}
                  onRestocked={changeRestocked}
                  onLeave={leaveLine}
                />
              ))}
            </ul>
          </section>
          <div className="grid gap-x-4 gap-y-2 border-t pt-4 sm:grid-cols-2">
            <DateField
              value={entry.date ?? today}
              isInDialog
              error={errors['date']}
              warning={noteOnDay(entry.date ?? today, sale.saleDate, today)}
              onToday={() => change({ date: null })}
              onChange={(picked) => change({ date: picked })}
            />
            <RefundFields entry={entry} refunds={refunds} errors={errors} onChange={change} />
          </div>
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
          <div className="flex items-baseline justify-between gap-4">
            <span className="font-semibold">Total to pay back</span>
            <output aria-label="Total to pay back" className="text-2xl font-semibold tabular-nums">
              {formatTotal(refunds.total)}
            </output>
          </div>
          <FormStatus isBusy={isBusy} stop={{ hint: retryHint, run: stopWaiting }} />
          <DialogFooter>
            <Button type="button" variant="outline" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy} className="sm:min-w-36">
              {isBusy && <Spinner />}
              Record return
            </Button>
          </DialogFooter>
        </div>
      </form>
    </ModalDialog>
  )
}

function everythingLeft(lines: readonly ReturnableLine[]) {
  return Object.fromEntries(lines.map(({ id, left }) => [id, left]))
}

function quantitiesLeft(lines: readonly ReturnableLine[], entry: ReturnEntry) {
  return Object.fromEntries(lines.map((line) => [line.id, quantityOf(line, entry)]))
}

function withDamaged(damaged: ReturnEntry['damaged'], lineId: number, isDamaged: boolean) {
  const others = damaged.filter((id) => id !== lineId)
  return isDamaged ? [...others, lineId] : others
}

/** The quantity of the next line, or the refund after the last one. */
function focusNext(form: HTMLFormElement | null) {
  const fields = [
    ...(form?.querySelectorAll<HTMLElement>('[data-slot=quantity], [name=refund]') ?? []),
  ]
  const own = fields.findIndex((field) => field === document.activeElement)
  fields[own + 1]?.focus()
}

function noteOnDay(day: string, saleDate: string, today: string) {
  if (day < saleDate) return 'Before the day of the sale.'
  return day === today ? undefined : 'Not today.'
}
