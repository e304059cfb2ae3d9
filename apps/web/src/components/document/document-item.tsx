import type { Sale } from '@stockie/contracts'

import { formatCount, formatMoney } from '@/lib/format'

export function DocumentItem({ line }: { line: Sale['saleDetails'][number] }) {
  const { productName, quantity, price, total } = line
  return (
    <li className="flex items-start justify-between gap-4 border-b py-3 text-sm last:border-b-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium wrap-anywhere">{productName}</p>
        <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
          {formatCount(quantity)} x {formatMoney(price)}
        </p>
      </div>
      <p className="font-medium tabular-nums">{formatMoney(total)}</p>
    </li>
  )
}
