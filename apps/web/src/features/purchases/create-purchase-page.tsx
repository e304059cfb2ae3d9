import { useQuery } from '@tanstack/react-query'

import { DocumentForm } from '@/components/document/document-form'
import { products } from '@/resources/products'
import { suppliers } from '@/resources/suppliers'

import { purchaseDocument } from './purchase-document'

export function CreatePurchasePage() {
  const parties = useQuery(suppliers.list())
  const list = useQuery(products.list())
  return <DocumentForm document={purchaseDocument} parties={parties} products={list} />
}
