import type { Supplier } from '@stockie/contracts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { DetailsSheet } from '@/components/details-sheet'
import { PartyHistory } from '@/components/document/party-history'
import { supplierHistories } from '@/resources/histories'
import { pagesOf } from '@/lib/api/paged-requests'

interface SupplierHistorySheetProps {
  supplier: Supplier
  isOpen: boolean
  onClose: () => void
}

export function SupplierHistorySheet({ supplier, isOpen, onClose }: SupplierHistorySheetProps) {
  return (
    <DetailsSheet
      title={supplier.name}
      description="Purchases from this supplier"
      isOpen={isOpen}
      onClose={onClose}
    >
      <SupplierHistory supplierId={supplier.id} />
    </DetailsSheet>
  )
}

function SupplierHistory({ supplierId }: { supplierId: number }) {
  const summary = useQuery(supplierHistories.summary(supplierId))
  const documents = useInfiniteQuery(supplierHistories.documents(supplierId))
  return (
    <PartyHistory
      kind="purchase"
      summary={summary}
      documents={documents}
      more={pagesOf(documents)}
    />
  )
}
