import { formatMoney } from '@/lib/format'

export interface AmountProps {
  /** Null while it is not known. The length is that of the longest of the sums beside it. */
  amount: { sum: number; length: number } | null
}

/** As large as the width of its container lets so many characters be. */
export function Amount({ amount }: AmountProps) {
  if (!amount) {
    return (
      <span
        aria-hidden
        className="my-1 block h-7 w-2/3 max-w-40 animate-pulse rounded-md bg-muted"
      />
    )
  }
  const fontSize = `min(1.75rem, calc(100cqi / ${(amount.length * 0.55).toFixed(1)}))`
  return (
    <span
      style={{ fontSize }}
      className="flex h-9 items-center font-semibold tracking-tight tabular-nums"
    >
      {formatMoney(amount.sum)}
    </span>
  )
}
