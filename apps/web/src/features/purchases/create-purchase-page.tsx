import { useQuery } from '@tanstack/react-query'

import { DocumentForm } from '@/components/document/document-form'
import { products } from '@/resources/products'
import { useWholeList } from '@/lib/use-whole-list'
import { suppliers } from '@/resources/suppliers'

import { purchaseDocument } from './purchase-document'

export function CreatePurchasePage() {
  const parties = useWholeList(useQuery(suppliers.list()))
  const list = useWholeList(useQuery(products.list()))
  return <DocumentForm document={purchaseDocument} parties={parties} products={list} />
}
