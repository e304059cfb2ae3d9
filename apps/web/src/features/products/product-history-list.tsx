import type { DocumentKind } from '@stockie/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'

import { SheetScroll } from '@/components/details-sheet'
import { DocumentItem } from '@/components/document/document-item'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore } from '@/components/show-more'
import { formatCount, formatMoney } from '@/lib/format'
import { productLinesIn } from '@/resources/histories'
import { pagesOf } from '@/lib/api/paged-requests'

const texts = {
  sale: {
    title: 'Sales',
    loading: 'Loading sales...',
    failure: 'Failed to load the sales.',
    empty: 'No sales yet.',
  },
  purchase: {
    title: 'Purchases',
    loading: 'Loading purchases...',
    failure: 'Failed to load the purchases.',
    empty: 'No purchases yet.',
  },
}

interface ProductHistoryProps {
  kind: DocumentKind
  productId: number
}

/** The lines of a product in sales or purchases, the last recorded first. */
export function ProductHistoryList({ kind, productId }: ProductHistoryProps) {
  const lines = useInfiniteQuery(productLinesIn(kind, productId))
  const { title, loading, failure, empty } = texts[kind]
  if (!lines.data) return <ListPlaceholder list={lines} loading={loading} failure={failure} />

  const { rows } = lines.data
  if (rows.length === 0) {
    return <p className="px-6 py-10 text-center text-sm text-muted-foreground">{empty}</p>
  }
  return (
    <SheetScroll label={title}>
      <ol>
        {rows.map(({ lineId, documentId, day, partyName, price, quantity, total }) => (
          <DocumentItem
            key={lineId}
            kind={kind}
            id={documentId}
            day={day}
            about={partyName}
            amount={total}
            units={`${formatCount(quantity)} × ${formatMoney(price)}`}
          />
        ))}
      </ol>
      <ShowMore list={pagesOf(lines)} shown={rows.length} total={undefined} />
    </SheetScroll>
  )
}
