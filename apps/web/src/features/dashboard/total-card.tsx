import { ArrowUpRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { cn } from '@/lib/cn'
import type { DateRange } from '@/lib/date-ranges'

import { Amount, type AmountProps } from './amount'

interface TotalCardProps extends AmountProps {
  title: string
  icon: LucideIcon
  /** Of the list that the total is of; it then shows the same days. */
  path: string
  range: DateRange
  /** Beside the title. */
  children?: ReactNode
}

/** All of it is the link, but for what lies above. */
export function TotalCard(props: TotalCardProps) {
  const { title, icon: Icon, path, range, amount, children } = props
  return (
    <li className="group relative rounded-xl border bg-card p-3.5 shadow-xs transition-colors hover:border-input hover:bg-accent/40 sm:p-5">
      <Link
        to={{ pathname: path, search: `?${new URLSearchParams({ ...range })}` }}
        className="outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:ring-[3px] focus-visible:after:ring-ring/60"
      >
        <span className="@container grid gap-2">
          <span className="flex h-5 items-center gap-2 text-sm font-medium text-muted-foreground">
            <Icon aria-hidden className="size-4 shrink-0 max-sm:hidden" />
            {title}
            <ArrowUpRight
              aria-hidden
              className={cn(
                'ml-auto size-4 shrink-0 opacity-60 transition-opacity group-hover:opacity-100',
                children && 'max-sm:hidden',
              )}
            />
          </span>{' '}
          <Amount amount={amount} />
        </span>
      </Link>
      {children && (
        <div className="absolute top-1.5 right-1.5 sm:top-2.5 sm:right-10">{children}</div>
      )}
    </li>
  )
}
