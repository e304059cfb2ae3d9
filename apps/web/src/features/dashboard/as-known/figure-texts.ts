import { formatRange, type KnownRange } from '@/lib/date-ranges'
import { formatDay, formatMoney, formatSignedMoney } from '@/lib/format'

/** 5 becomes '+$5.00', and -5 becomes '-$5.00'. */
export function formatDifference(amount: number) {
  return amount < 0 ? formatMoney(amount) : formatSignedMoney('+', amount)
}

/** 'Nov 2026', or 'Nov 2026 as known on 20 Nov 2026'. */
export function formatKnownRange(range: KnownRange) {
  const days = formatRange(range)
  return range.asOf === undefined ? days : `${days} as known on ${formatDay(range.asOf)}`
}
