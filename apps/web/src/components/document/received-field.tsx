import { useId } from 'react'

import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { cn } from '@/lib/cn'
import { parsePayment, type Payment } from '@/lib/drafts/payment'
import { formatTotal } from '@/lib/format'

interface ReceivedFieldProps {
  /** As typed. Empty if the user does not want to know the change. */
  value: string
  totalAmount: number
  /** The payment of the sale before, until the next one begins. */
  last: Payment | undefined
  onChange: (text: string) => void
}

/** What the customer gave, and the change. A submit does not check it: the sale is the same. */
export function ReceivedField({ value, totalAmount, last, onChange }: ReceivedFieldProps) {
  const id = useId()
  const { payment, problem } = parsePayment(value, totalAmount)
  const isShort = (payment?.change ?? 0) < 0
  return (
    <div className="grid grid-cols-[1fr_8rem] gap-x-4">
      <Label htmlFor={id} className="flex h-10 items-center font-normal">
        Received
      </Label>
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        aria-describedby={`${id}-change`}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
        className="text-right tabular-nums"
      />
      {/* Close to the field, where the submit bar never covers it. Nothing moves when it appears. */}
      <output
        id={`${id}-change`}
        htmlFor={id}
        className={cn(
          '-mt-2.5 min-h-6 text-base/6 font-semibold wrap-anywhere tabular-nums',
          (problem !== undefined || isShort) && 'text-warning',
        )}
      >
        {problem ?? (payment && describeChange(payment))}
        {value === '' && last && (
          <span className="text-sm font-normal text-muted-foreground">
            {`Last sale: ${describeChange(last).toLowerCase()}`}
          </span>
        )}
      </output>
    </div>
  )
}

function describeChange({ change }: Payment) {
  return change < 0 ? `Still to pay ${formatTotal(-change)}` : `Change ${formatTotal(change)}`
}
