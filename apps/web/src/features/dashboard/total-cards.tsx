import type { ProfitSummary } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowUpRight,
  type LucideIcon,
  Minus,
  ReceiptText,
  RotateCw,
  ShoppingCart,
  TrendingDown,
  TrendingUp,
  Truck,
} from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'

import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { type DateRange, formatRange, type KnownRange } from '@/lib/date-ranges'
import { formatMoney } from '@/lib/format'
import { reports } from '@/resources/reports'
import { formatDifference, formatKnownRange } from './as-known/figure-texts'
import type { MonthBefore } from './month-before'
import { ProfitExplanation } from './explanations/profit-explanation'
import { SalesExplanation } from './explanations/sales-explanation'

interface DifferenceProps {
  /** Undefined until it is known. */
  amount: number | undefined
  before: DateRange
}

/** The difference to the days before. Keeps its place until they are loaded. */
function Difference({ amount, before }: DifferenceProps) {
  return (
    <div className="mt-1 h-4.5 truncate text-[0.8125rem]/4.5 text-muted-foreground tabular-nums">
      {amount !== undefined && (
        <>
          {formatDifference(amount)}
          <span className="sr-only"> compared with {formatRange(before)}</span>
        </>
      )}
    </div>
  )
}

/** Says which days are compared. Keeps its place until the days before are loaded. */
function ComparedDays({ comparison }: { comparison: MonthBefore | null }) {
  if (!comparison) return 'These days are not compared with the month before.'

  const { compared, before, days, differences } = comparison
  if (days && !differences) return `Nothing to compare with in ${formatRange(before)}.`
  return (
    <span className={differences ? undefined : 'invisible'}>
      Differences: {formatRange(compared)} compared with {formatRange(before)}.
    </span>
  )
}

interface AmountProps {
  /** Null until it is loaded. The length is that of the longest sum among the cards. */
  amount: { sum: number; length: number } | null
}

/** Shrinks the font so that the longest sum fits the card. */
function CardAmount({ amount }: AmountProps) {
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

/** The specification's colours: teal when positive, red when negative, grey at zero. */
function profitSign(profit: number) {
  if (profit > 0) return 'gain'
  return profit < 0 ? 'loss' : 'even'
}

const profitStyles = {
  gain: { icon: TrendingUp, color: 'text-profit' },
  loss: { icon: TrendingDown, color: 'text-destructive' },
  even: { icon: Minus, color: 'text-muted-foreground' },
}

interface CardParts {
  /** Shown below the amount. */
  difference: ReactNode
  /** Shown beside the title. */
  children?: ReactNode
}

function ProfitCard({ amount, difference, children }: AmountProps & CardParts) {
  const { icon: Icon, color } = profitStyles[profitSign(amount?.sum ?? 0)]
  return (
    <li className="relative rounded-xl border bg-card p-3.5 shadow-xs sm:p-5">
      <p className="@container grid gap-2">
        <span className="flex h-5 items-center gap-2 text-sm font-medium text-muted-foreground">
          <Icon aria-hidden className={cn('size-4 shrink-0', color, !amount && 'invisible')} />
          Profit
        </span>{' '}
        <span className={color}>
          <CardAmount amount={amount} />
        </span>
      </p>
      {difference}
      <div className="absolute top-1.5 right-1.5 sm:top-2.5 sm:right-2.5">{children}</div>
    </li>
  )
}

interface TotalCardProps extends AmountProps, CardParts {
  title: string
  icon: LucideIcon
  /** The path of the list behind the total. The link opens it with the same days. */
  path: string
  range: KnownRange
}

/** The link covers the whole card, except for the children. The lists show only the present, so earlier totals have none. */
function TotalCard(props: TotalCardProps) {
  const { title, icon: Icon, path, range, amount, difference, children } = props
  const { from, to, asOf } = range
  const isLink = asOf === undefined
  const figure = (
    <span className="@container grid gap-2">
      <span className="flex h-5 items-center gap-2 text-sm font-medium text-muted-foreground">
        <Icon aria-hidden className="size-4 shrink-0 max-sm:hidden" />
        {title}
        {isLink && (
          <ArrowUpRight
            aria-hidden
            className={cn(
              'ml-auto size-4 shrink-0 opacity-60 transition-opacity group-hover:opacity-100',
              children && 'max-sm:hidden',
            )}
          />
        )}
      </span>{' '}
      <CardAmount amount={amount} />
    </span>
  )
  return (
    <li
      className={cn(
        'group relative rounded-xl border bg-card p-3.5 shadow-xs sm:p-5',
        isLink && 'transition-colors hover:border-input hover:bg-accent/40',
      )}
    >
      {isLink ? (
        <Link
          to={{ pathname: path, search: `?${new URLSearchParams({ from, to })}` }}
          className="outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:ring-[3px] focus-visible:after:ring-ring/60"
        >
          {figure}
        </Link>
      ) : (
        <p>{figure}</p>
      )}
      {difference}
      {children && (
        <div className="absolute top-1.5 right-1.5 sm:top-2.5 sm:right-10">{children}</div>
      )}
    </li>
  )
}

interface TotalCardsProps {
  range: KnownRange
  comparison: MonthBefore | null
}

/** The cards have their final size while loading and after a failure. */
export function TotalCards({ range, comparison }: TotalCardsProps) {
  const summary = useQuery(reports.profitSummary(range))
  const sectionRef = useRef<HTMLElement>(null)
  const { data } = summary
  const hasFailed = summary.isError && !data
  const isPresent = range.asOf === undefined
  // All sums use the size that the longest one needs.
  const length = Math.max(11, ...Object.values(data ?? {}).map((sum) => formatMoney(sum).length))
  const difference = (id: keyof ProfitSummary) =>
    comparison && (
      <Difference amount={data && comparison.differences?.[id]} before={comparison.before} />
    )
  const amount = (sum: number | undefined) => (sum === undefined ? null : { sum, length })

  function tryAgain() {
    sectionRef.current?.focus()
    void summary.refetch()
  }

  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      aria-label={`Totals of ${formatKnownRange(range)}`}
      className="relative outline-none"
    >
      <ul
        className={cn('grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4', hasFailed && 'invisible')}
      >
        <ProfitCard amount={amount(data?.profit)} difference={difference('profit')}>
          <ProfitExplanation days={formatKnownRange(range)} summary={data} />
        </ProfitCard>
        <TotalCard
          title="Sales Total"
          icon={ShoppingCart}
          path="/sales"
          range={range}
          amount={amount(data?.totalSales)}
          difference={difference('totalSales')}
        >
          {isPresent && <SalesExplanation range={range} totalSales={data?.totalSales} />}
        </TotalCard>
        <TotalCard
          title="Purchases Total"
          icon={Truck}
          path="/purchase"
          range={range}
          amount={amount(data?.totalPurchases)}
          difference={difference('totalPurchases')}
        />
        <TotalCard
          title="Expenses Total"
          icon={ReceiptText}
          path="/expense"
          range={range}
          amount={amount(data?.totalExpenses)}
          difference={difference('totalExpenses')}
        />
      </ul>
      <p className={cn('mt-2 text-[0.8125rem] text-muted-foreground', hasFailed && 'invisible')}>
        <ComparedDays comparison={comparison} />
      </p>
      {summary.isPending && <output className="sr-only">Loading totals...</output>}
      {hasFailed && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 rounded-xl border bg-card p-4 text-sm shadow-xs">
          <p role="alert" className="text-center text-destructive">
            {reports.loadFailure}
          </p>
          <Button variant="outline" onClick={tryAgain}>
            <RotateCw aria-hidden />
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}
