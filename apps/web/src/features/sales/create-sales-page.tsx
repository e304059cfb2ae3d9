import { useQuery } from '@tanstack/react-query'

import { DocumentForm } from '@/components/document/document-form'
import { DocumentSummary } from '@/components/document/document-summary'
import { useWholeList } from '@/lib/use-whole-list'
import { customers } from '@/resources/customers'
import { products } from '@/resources/products'

import { saleTotals } from './sale-body'
import { saleDocument } from './sale-document'

export function CreateSalesPage() {
  const parties = useWholeList(useQuery(customers.list()))
  const list = useWholeList(useQuery(products.list()))
  return (
    <DocumentForm document={saleDocument} parties={parties} products={list}>
      {({ draft, onChange, problems }) => (
        <DocumentSummary
          {...saleTotals(draft)}
          discount={draft.discount}
          shippingFees={draft.shippingFees}
          onDiscount={(discount) => onChange({ discount })}
          onShippingFees={(shippingFees) => onChange({ shippingFees })}
          problems={problems}
        />
      )}
    </DocumentForm>
  )
}
