import type { BulkDeleteAnswer, Return } from '@stockie/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { ConfirmDeleteProps } from '@/components/crud/confirm-delete-dialog'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { ShowMore, useShownRows } from '@/components/show-more'
import { useFocusNextButton } from '@/components/use-focus-next-button'
import { formatMoney } from '@/lib/format'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { useOwnChanges } from '@/lib/hooks/use-own-changes'
import { ReturnItem } from './return-item'
import { returns } from './return-requests'

const ConfirmDeleteDialog = lazyDialog<ConfirmDeleteProps<BulkDeleteAnswer>>(() =>
  import('@/components/crud/confirm-delete-dialog').then((file) => file.ConfirmDeleteDialog),
)

const pageSize = 50

interface ReturnListProps {
  query: Pick<UseQueryResult<Return[]>, 'data' | 'dataUpdatedAt' | 'isFetching'>
  /** Shown if there are none. */
  empty: string
  /** Names the sale of a return, where it is not clear. */
  renderSale?: (returned: Return) => ReactNode
}

/** Loaded returns, newest first. Each can be printed and deleted. */
export function ReturnList({ query, empty, renderSale }: ReturnListProps) {
  const [deleting, setDeleting] = useState<Return | null>(null)
  // The buttons stay below the pointer while other tills take items back.
  const { list = [], areaRef } = useHeldList(query.data, {
    isSamePlaces: (shown, next) => haveSamePlaces(shown, next, keyOf),
    isOwnChange: useOwnChanges(query),
  })
  const { shown, more } = useShownRows(list, pageSize)
  const focus = useFocusNextButton()
  return (
    <div {...focus} className="outline-none">
      {list.length === 0 && <p className="py-6 text-sm text-muted-foreground">{empty}</p>}
      <ul ref={areaRef} aria-label="Returns" className="divide-y">
        {shown.map((returned) => (
          <li key={returned.id}>
            <ReturnItem
              returned={returned}
              sale={renderSale?.(returned)}
              onDelete={() => setDeleting(returned)}
            />
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
      {deleting && (
        <ConfirmDeleteDialog
          id={deleting.id}
          remove={returns.remove}
          question="Are you sure you want to delete this return? Its items count as sold again."
          record={describe(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}

const keyOf = ({ id }: Return) => id

function describe({ id, customerName, totalRefund }: Return) {
  return `Return ${id}, ${customerName}, ${formatMoney(totalRefund)}`
}
