import type { StockMovement } from '@stockie/contracts'

import { cn } from '@/lib/cn'
import { formatChange, formatCount, formatMoment } from '@/lib/format'

import { nameMovement } from './name-movement'

export function MovementItem({ movement }: { movement: StockMovement }) {
  const { delta, balance, userName, createdAt } = movement
  return (
    <li className="col-span-full grid grid-cols-subgrid border-b py-3 text-sm last:border-b-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">{nameMovement(movement)}</p>
        <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          <span className="max-sm:hidden"> · </span>
          <span className="max-sm:block">{userName}</span>
        </p>
      </div>
      <p className={cn('text-right font-medium tabular-nums', delta > 0 && 'text-primary')}>
        <span className="sr-only">Change </span>
        {formatChange(delta)}
      </p>
      <p className="text-right tabular-nums">
        <span className="sr-only">Stock afterwards </span>
        {formatCount(balance)}
      </p>
    </li>
  )
}
