import { formatMoney } from '@/lib/format'

/** Below the amount of a sale with returns. A printed list shows the amount alone. */
export function ReturnedMark({ amount }: { amount: number }) {
  return (
    amount > 0 && (
      <span className="block text-xs font-normal text-muted-foreground print:hidden">
        {formatMoney(-amount)} returned
      </span>
    )
  )
}
