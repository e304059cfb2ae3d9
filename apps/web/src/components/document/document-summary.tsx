import { isCutAtZero } from '@stockie/contracts'
import { useId } from 'react'

import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { cn } from '@/lib/cn'
import { isAmount, isZeroAmount, parseAmount } from '@/lib/drafts/draft'
import { describeReplacedValue } from '@/lib/drafts/typed-quantity'
import { formatTotal } from '@/lib/format'

interface DocumentSummaryProps {
  subtotal: number
  totalAmount: number
  /** The text as typed, like shippingFees. */
  discount: string
  shippingFees: string
  onDiscount: (text: string) => void
  onShippingFees: (text: string) => void
  problems: { discount?: string | undefined; shippingFees?: string | undefined }
}

export function DocumentSummary({
  subtotal,
  totalAmount,
  discount,
  shippingFees,
  onDiscount,
  onShippingFees,
  problems,
}: DocumentSummaryProps) {
  const id = useId()
  const isCut = isCutAtZero(subtotal, parseAmount(discount), parseAmount(shippingFees))
  const unreadable = [
    ...(isUnreadable(discount) ? ['Discount'] : []),
    ...(isUnreadable(shippingFees) ? ['Shipping'] : []),
  ]
  return (
    <div className="grid text-sm">
      <div className="flex h-10 items-center justify-between">
        <span id={`${id}-subtotal`}>Subtotal</span>
        <span className="tabular-nums">{formatTotal(subtotal)}</span>
      </div>
      <AmountField
        label="Discount"
        value={discount}
        onChange={onDiscount}
        problem={problems.discount}
        hint={isCut ? `The total is cut at ${formatTotal(0)}.` : undefined}
      />
      <AmountField
        label="Shipping"
        value={shippingFees}
        onChange={onShippingFees}
        problem={problems.shippingFees}
      />
      <div className="flex items-baseline justify-between gap-4 border-t pt-4 text-base font-semibold">
        <Label htmlFor={id} className="text-base font-semibold">
          Grand Total
        </Label>
        <output id={id} aria-describedby={`${id}-note`} className="text-xl tabular-nums">
          {formatTotal(totalAmount)}
        </output>
      </div>
      <p id={`${id}-note`} className={cn(noteClass, 'text-warning')}>
        {unreadable.length > 0 && `${unreadable.join(' and ')}: counted as ${formatTotal(0)}.`}
      </p>
    </div>
  )
}

interface AmountFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  problem: string | undefined
  /** Shown if the amount has no problem. */
  hint?: string | undefined
}

function AmountField({ label, value, onChange, problem, hint }: AmountFieldProps) {
  const id = useId()
  const note =
    problem ??
    describeReplacedValue(value, isAmount(value) ? undefined : 'Not a number', '0') ??
    hint
  return (
    <div className="grid grid-cols-[1fr_8rem] items-center gap-x-4">
      <Label htmlFor={id} className="font-normal">
        {label}
      </Label>
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          // An entry that is not a number stays as typed for correction.
          if (value !== '0' && isZeroAmount(value)) onChange('0')
        }}
        className="text-right tabular-nums"
      />
      <p
        id={`${id}-note`}
        className={cn(
          noteClass,
          'col-span-2 mt-1 mb-2',
          problem === undefined ? 'text-warning' : 'text-destructive',
        )}
      >
        {note}
      </p>
    </div>
  )
}

const noteClass = 'min-h-4.5 text-right text-[0.8125rem]/4.5'

/** An empty field is no mistake. */
function isUnreadable(text: string) {
  return text.trim() !== '' && !isAmount(text)
}
