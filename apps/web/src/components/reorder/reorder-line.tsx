import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'
import { countProducts } from './purchase-filling'
import { reorderList } from './reorder-requests'

const ReorderSheet = lazyDialog(() => import('./reorder-sheet').then((file) => file.ReorderSheet))

/** How many products to reorder, and the sheet that lists them. The line keeps its place while it loads. */
export function ReorderLine() {
  const { data: count } = useQuery(reorderList.count)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="min-h-5 text-sm text-muted-foreground">
      {count === 0 && 'Nothing to reorder'}
      {count !== undefined && count > 0 && (
        <Button variant="link" size="text" className="text-sm" onClick={() => setIsOpen(true)}>
          {countProducts(count)} to reorder
        </Button>
      )}
      <ReorderSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </div>
  )
}
