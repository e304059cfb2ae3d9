import { formatMoney } from '@/lib/format'
import { useMedia } from '@/lib/use-media'

interface PartyCellProps {
  name: string
  totalAmount: number
}

/** Whose document it is. On a phone, where the column of totals lies out of sight, for how much too. */
export function PartyCell({ name, totalAmount }: PartyCellProps) {
  const isNarrow = useMedia('(width < 40rem)')
  return (
    <>
      <span title={name} className="block truncate">
        {name}
      </span>
      {isNarrow && (
        <span className="block truncate text-[0.8125rem] text-muted-foreground tabular-nums">
          {formatMoney(totalAmount)}
        </span>
      )}
    </>
  )
}
