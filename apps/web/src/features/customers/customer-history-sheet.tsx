import type { Customer } from '@stockie/contracts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { DetailsSheet } from '@/components/details-sheet'
import { PartyHistory } from '@/components/document/party-history'
import { customerHistories } from '@/resources/histories'
import { pagesOf } from '@/lib/api/paged-requests'

interface CustomerHistorySheetProps {
  customer: Customer
  isOpen: boolean
  onClose: () => void
}

export function CustomerHistorySheet({ customer, isOpen, onClose }: CustomerHistorySheetProps) {
  return (
    <DetailsSheet
      title={customer.name}
      description="Sales to this customer"
      isOpen={isOpen}
      onClose={onClose}
    >
      <CustomerHistory customerId={customer.id} />
    </DetailsSheet>
  )
}

function CustomerHistory({ customerId }: { customerId: number }) {
  const summary = useQuery(customerHistories.summary(customerId))
  const documents = useInfiniteQuery(customerHistories.documents(customerId))
  return (
    <PartyHistory kind="sale" summary={summary} documents={documents} more={pagesOf(documents)} />
  )
}
