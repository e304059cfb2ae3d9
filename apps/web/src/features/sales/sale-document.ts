import { checkSale, sales as contract, type Sale, type SaleInput } from '@stockie/contracts'

import type { DocumentKind } from '@/components/document/document-kind'
import { formatMoney } from '@/lib/format'
import { customers } from '@/resources/customers'
import { products } from '@/resources/products'
import { sales } from '@/resources/sales'

import { saleTotals, toSaleBody } from './sale-body'

export const saleDocument: DocumentKind<SaleInput, Sale> = {
  kind: 'sales',
  title: 'Create Sales',
  list: { title: 'Sales', to: '/sales' },
  party: {
    label: 'Customer',
    placeholder: 'Select Customer',
    failure: customers.loadFailure,
  },
  productFailure: products.loadFailure,
  priceTitle: 'Price',
  priceOf: ({ price }) => price,
  totalsOf: saleTotals,
  check: ({ party, lines }, saleDate) =>
    checkSale({ customerId: party?.id, saleDate, saleDetails: lines }),
  toInput: toSaleBody,
  input: contract.input,
  create: sales.create,
  describe: ({ saleId, totalAmount, customerName }) =>
    `Sale ${saleId} (${formatMoney(totalAmount)}, ${customerName})`,
}
