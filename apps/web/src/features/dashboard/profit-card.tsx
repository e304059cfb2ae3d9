import { Minus, TrendingDown, TrendingUp } from 'lucide-react'

import { cn } from '@/lib/cn'

import { Amount, type AmountProps } from './amount'
import { profitSign } from './profit-sign'

const looks = {
  gain: { icon: TrendingUp, color: 'text-profit' },
  loss: { icon: TrendingDown, color: 'text-destructive' },
  even: { icon: Minus, color: 'text-muted-foreground' },
}

export function ProfitCard({ amount }: AmountProps) {
  const { icon: Icon, color } = looks[profitSign(amount?.sum ?? 0)]
  return (
    <li className="rounded-xl border bg-card p-3.5 shadow-xs sm:p-5">
      <p className="@container grid gap-2">
        <span className="flex h-5 items-center gap-2 text-sm font-medium text-muted-foreground">
          <Icon aria-hidden className={cn('size-4 shrink-0', color, !amount && 'invisible')} />
          Profit
        </span>{' '}
        <span className={color}>
          <Amount amount={amount} />
        </span>
      </p>
    </li>
  )
}
