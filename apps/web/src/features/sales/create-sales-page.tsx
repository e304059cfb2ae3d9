import {
  checkSale,
  documentTotals,
  lineTotal,
  type Product,
  type Sale,
  type SaleInput,
  sales as contract,
} from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { addDays } from 'date-fns/addDays'
import { type ComponentProps, useMemo } from 'react'

import type { DocumentDefinition } from '@/components/document/use-document-draft'
import { DocumentForm } from '@/components/document/document-form'
import { usualCustomerKey } from '@/components/document/pickers/use-usual-party'
import { DocumentSummary } from '@/components/document/document-summary'
import { ReceivedField } from '@/components/document/received-field'
import { saleSlip } from '@/components/slip/slip-contents'
import { parseDay, toDay } from '@/lib/dates'
import { type Draft, parseAmount } from '@/lib/drafts/draft'
import { parsePayment } from '@/lib/drafts/payment'
import { formatMoney } from '@/lib/format'
import { useStableQuery } from '@/lib/hooks/use-stable-query'
import { useToday } from '@/lib/hooks/use-today'
import { customers } from '@/resources/customers'
import { products } from '@/resources/products'
import { reports } from '@/resources/reports'
import { sales } from '@/resources/sales'
import { ParkButton, ParkedButton, ResumingNotice } from './parked-sales/parking-actions'

export function saleTotals({ lines, discount, shippingFees }: Draft) {
  return documentTotals({
    lines,
    discount: parseAmount(discount),
    shippingFees: parseAmount(shippingFees),
  })
}

/** Expects a draft that has passed the checks of a submit. */
export function toSaleBody(draft: Draft, saleDate: string): SaleInput {
  return {
    customerId: draft.party?.id ?? 0,
    saleDate,
    totalAmount: saleTotals(draft).totalAmount,
    discount: parseAmount(draft.discount),
    shippingFees: parseAmount(draft.shippingFees),
    remark: draft.remark.trim(),
    saleDetails: draft.lines.map(({ productId, price, quantity }) => ({
      productId,
      price,
      quantity,
      total: lineTotal(price, quantity),
    })),
  }
}

export const saleDocument: DocumentDefinition<SaleInput, Sale> = {
  kind: 'sales',
  title: 'Create Sales',
  list: { title: 'Sales', to: '/sales' },
  party: {
    label: 'Customer',
    placeholder: 'Select Customer',
    failure: customers.loadFailure,
    usual: { key: usualCustomerKey, noun: 'sale' },
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
  toSlip: (sale, draft) => saleSlip(sale, paymentOf(draft, sale)),
}

function paymentOf({ received }: Draft, { totalAmount }: { totalAmount: number }) {
  return parsePayment(received, totalAmount).payment
}

/** Undefined until both lists are loaded. */
function useMostSold(list: Product[] | undefined) {
  const today = useToday()
  const from = toDay(addDays(parseDay(today), -29))
  const { data } = useQuery(reports.mostSold({ from, to: today }, 8))
  return useMemo(() => {
    const byId = new Map(list?.map((product) => [product.id, product]))
    return list && data?.flatMap(({ productId }) => byId.get(productId) ?? [])
  }, [list, data])
}

type CreateSalesPageProps = Pick<
  ComponentProps<typeof DocumentForm>,
  'ProductDialog' | 'PartyDialog'
>

export function CreateSalesPage({ ProductDialog, PartyDialog }: CreateSalesPageProps) {
  const parties = useStableQuery(useQuery(customers.list()))
  const list = useStableQuery(useQuery(products.list()))
  return (
    <DocumentForm
      document={saleDocument}
      parties={parties}
      products={list}
      ProductDialog={ProductDialog}
      PartyDialog={PartyDialog}
      productButtons={useMostSold(list.data)}
      headerActions={ParkedButton}
      actions={ParkButton}
      notice={ResumingNotice}
      renderPayment={({ draft, recorded, onChange }) => (
        <ReceivedField
          value={draft.received}
          totalAmount={saleTotals(draft).totalAmount}
          last={recorded ? paymentOf(recorded, saleTotals(recorded)) : undefined}
          onChange={(received) => onChange({ received })}
        />
      )}
    >
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
