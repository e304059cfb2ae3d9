import type { Product } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { SheetScroll } from '@/components/details-sheet'
import { lazyComponent } from '@/components/lazy/lazy-component'
import { ListPlaceholder } from '@/components/list-placeholder'
import { formatDateTime, formatMoney } from '@/lib/format'
import { priceChanges } from '@/resources/histories'

import { priceSteps, type PriceStep } from './price-steps'

/** The list has the same figures, so nothing takes the place of a chart that cannot be loaded. */
const PriceChart = lazyComponent<{ steps: readonly PriceStep[] }>(() =>
  import('./price-chart').then(
    (file) => file.PriceChart,
    () => () => null,
  ),
)

const fieldNames = { price: 'Price', cost: 'Cost' }

/** The price and the cost of a product over time: a chart, and each change below it. */
export function PriceHistory({ product }: { product: Product }) {
  const changes = useQuery(priceChanges(product.id))
  const [openedAt] = useState(() => Date.now())
  if (!changes.data) {
    return (
      <ListPlaceholder
        list={changes}
        loading="Loading prices..."
        failure="Failed to load the prices."
      />
    )
  }

  const rows = changes.data
  return (
    <SheetScroll label="Prices">
      <dl className="flex gap-x-8 py-4 text-sm">
        {(['price', 'cost'] as const).map((field) => (
          <div key={field} className="flex items-center gap-2">
            <svg aria-hidden width="20" height="2" className="overflow-visible">
              <line
                x2="20"
                strokeWidth="2"
                strokeDasharray={field === 'cost' ? '4 3' : undefined}
                className={field === 'cost' ? 'stroke-muted-foreground' : 'stroke-primary'}
              />
            </svg>
            <dt className="text-muted-foreground">{fieldNames[field]} now</dt>
            <dd className="font-medium tabular-nums">{formatMoney(product[field])}</dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted-foreground">
          No change of the price or the cost is known.
        </p>
      ) : (
        <>
          <figure aria-label="Price and cost over time" className="h-44">
            <PriceChart steps={priceSteps(product, rows, openedAt)} />
          </figure>
          <ol aria-label="Changes" className="mt-3 divide-y border-t">
            {rows.map(({ at, field, before, after, userName }) => (
              <li key={`${at} ${field}`} className="grid gap-0.5 py-3 text-sm">
                <p className="tabular-nums">
                  {fieldNames[field]} from {formatMoney(before)} to {formatMoney(after)}
                </p>
                <p className="text-[0.8125rem] text-muted-foreground">
                  <time dateTime={at}>{formatDateTime(at)}</time> · {userName ?? 'The command line'}
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </SheetScroll>
  )
}
