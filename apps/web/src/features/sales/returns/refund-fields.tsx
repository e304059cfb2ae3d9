import { TextField } from '@/components/form/text-field'
import { isZeroAmount } from '@/lib/drafts/draft'
import { formatMoney } from '@/lib/format'
import type { Refunds, ReturnEntry, ReturnErrors } from './return-entry'

interface RefundFieldsProps {
  entry: ReturnEntry
  refunds: Refunds
  errors: ReturnErrors
  onChange: (changed: Partial<ReturnEntry>) => void
}

/** The refund for the goods, and that for shipping if it was paid. */
export function RefundFields({ entry, refunds, errors, onChange }: RefundFieldsProps) {
  const { left, proposed } = refunds
  return (
    <>
      <AmountField
        label="Refund"
        name="refund"
        value={entry.refund ?? proposed.toFixed(2)}
        error={errors['refund']}
        hint={
          entry.refund === null
            ? `Proposed. At most ${formatMoney(left.goods)}.`
            : `Proposed: ${formatMoney(proposed)}. At most ${formatMoney(left.goods)}.`
        }
        onChange={(refund) => onChange({ refund })}
        // An empty field takes the proposal.
        onLeave={(refund) => refund.trim() === '' && onChange({ refund: null })}
      />
      {left.shipping > 0 && (
        <AmountField
          label="Shipping refund"
          name="shippingRefund"
          value={entry.shippingRefund}
          error={errors['shippingRefund']}
          hint={`At most ${formatMoney(left.shipping)}.`}
          onChange={(shippingRefund) => onChange({ shippingRefund })}
          onLeave={(text) =>
            isZeroAmount(text) && text !== '0' && onChange({ shippingRefund: '0' })
          }
        />
      )}
    </>
  )
}

interface AmountFieldProps {
  label: string
  name: string
  value: string
  error: string | undefined
  hint: string
  onChange: (text: string) => void
  onLeave: (text: string) => void
}

function AmountField({ onChange, onLeave, ...field }: AmountFieldProps) {
  return (
    <TextField
      {...field}
      inputMode="decimal"
      className="tabular-nums"
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => onChange(target.value)}
      onBlur={({ target }) => onLeave(target.value)}
    />
  )
}
