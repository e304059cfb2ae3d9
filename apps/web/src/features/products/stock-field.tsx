import type { products } from '@stockie/contracts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'

import { Field } from '@/components/form/field'
import { NumberField } from '@/components/form/number-field'
import { TextField } from '@/components/form/text-field'
import { adjustmentReasonNames } from '@/components/stock/adjustment-reasons'
import { NativeSelect } from '@/components/ui/native-select'
import { formatCount } from '@/lib/format'

type Values = z.input<typeof products.updateInput>

interface StockFieldProps {
  form: UseFormReturn<Values, unknown, z.output<typeof products.updateInput>>
  /** The stock by the list of products. */
  stockNow: number | undefined
  /** A save may have arrived without an answer. */
  hasUnanswered: boolean
}

/** The stock of a product. If an edit changes it, the form asks why. */
export function StockField({ form, stockNow, hasUnanswered }: StockFieldProps) {
  const { register, setValue, watch, formState } = form
  const [stock, base, reason, note] = watch(['stock', 'baseStock', 'stockReason', 'stockNote'])
  const isMoved = base !== undefined && isOtherStock(stock, base)
  // The next save may take back what the one without an answer moved, for the same reason.
  const mayTakeBack = hasUnanswered && Boolean(reason || note)

  function forgetReason() {
    if (isMoved || mayTakeBack) return
    if (reason) setValue('stockReason', '')
    if (note) setValue('stockNote', '')
  }

  return (
    <>
      <NumberField
        label="Stock"
        placeholder="Enter stock"
        error={formState.errors.stock?.message}
        hint={hintAtStock(stock, base, { now: stockNow, hasUnanswered })}
        {...register('stock', { onBlur: forgetReason })}
      />
      {(isMoved || mayTakeBack) && <ReasonFields form={form} />}
    </>
  )
}

function ReasonFields({ form }: Pick<StockFieldProps, 'form'>) {
  const { register, formState } = form
  return (
    <fieldset
      ref={keepTopOfDialog}
      aria-label="Why it changes"
      className="grid min-w-0 gap-[inherit] sm:grid-cols-2 sm:gap-x-4"
    >
      <Field label="Reason" error={formState.errors.stockReason?.message}>
        {(control) => (
          <NativeSelect {...register('stockReason')} {...control}>
            <option value="">No reason</option>
            {Object.entries(adjustmentReasonNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <TextField
        label="Note"
        placeholder="Enter note"
        error={formState.errors.stockNote?.message}
        {...register('stockNote')}
      />
    </fieldset>
  )
}

/** A dialog is centred, so it would grow upwards too, and move the field in which the user types. */
function keepTopOfDialog(fields: HTMLElement | null) {
  const dialog = fields?.closest<HTMLElement>('[data-slot=dialog-content]')
  if (!fields || !dialog) return undefined
  const { scrollTop } = dialog
  fields.style.display = 'none'
  const top = `max(1rem, calc(50dvh - ${getComputedStyle(dialog).height} / 2))`
  fields.style.display = ''
  Object.assign(dialog.style, { top, translate: 'none', maxHeight: `calc(100dvh - 1rem - ${top})` })
  dialog.scrollTop = scrollTop
  return () => void Object.assign(dialog.style, { top: '', translate: '', maxHeight: '' })
}

/** An empty field counts as another stock, so that the reason stays while a new number is typed. */
function isOtherStock(stock: string | number, base: string | number) {
  return String(stock).trim() === '' || Number(stock) !== Number(base)
}

/**
 * Says what a typed stock becomes, if sales or other users have moved the stock from which it counts. After a save
 * without an answer, the present stock may or may not contain the typed change.
 */
function hintAtStock(
  typed: string | number,
  base: string | number | undefined,
  { now, hasUnanswered }: { now: number | undefined; hasUnanswered: boolean },
) {
  if (now === undefined || now === Number(base)) return undefined
  if (hasUnanswered)
    return 'The last save may have arrived. If you save again, it counts only once.'
  const change = Number(typed) - Number(base)
  if (String(typed).trim() === '' || Number.isNaN(change) || change === 0) return undefined
  return `The stock is ${formatCount(now)} now. Your change makes it ${formatCount(now + change)}.`
}
