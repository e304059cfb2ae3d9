import { useQuery } from '@tanstack/react-query'
import { ReceiptText, Undo2 } from 'lucide-react'
import { useState } from 'react'

import { ListPage } from '@/components/crud/list-page'
import type { Column } from '@/components/data-table/column'
import type { ExportItems } from '@/components/data-table/export/export-plan'
import { moneyColumn } from '@/components/data-table/money-column'
import { NameCell } from '@/components/data-table/name-cell'
import { DateRangePicker } from '@/components/date/date-range-picker'
import { CreateLink } from '@/components/document/create-link'
import { recordingColumns } from '@/components/document/recording-columns'
import { ReturnedMark } from '@/components/document/returned-mark'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { presetRange } from '@/lib/date-ranges'
import { formatDay, formatMoney } from '@/lib/format'
import { useDateRange } from '@/lib/hooks/use-date-range'
import { useOpenedRow } from '@/lib/hooks/use-opened-row'
import { useToday } from '@/lib/hooks/use-today'
import { useHasNoneYet } from '@/resources/resource-requests'
import { type ListedSale, sales } from '@/resources/sales'

export const saleColumns: Column<ListedSale>[] = [
  {
    id: 'id',
    title: 'Sale ID',
    value: ({ saleId }) => saleId,
    isSearched: true,
    className: 'tabular-nums',
  },
  {
    id: 'customer',
    title: 'Customer Name',
    value: ({ customerName }) => customerName,
    // A document is also found by its products.
    searchText: ({ customerName, productNames = [] }) => [customerName, ...productNames].join('\n'),
    cell: (sale) => (
      <NameCell
        name={sale.customerName}
        below={
          <>
            {formatMoney(sale.totalAmount)} <ReturnedMark amount={sale.returnedAmount} />
          </>
        }
      />
    ),
    className: 'max-w-40 sm:max-w-64',
  },
  {
    ...moneyColumn<ListedSale>({
      id: 'total',
      title: 'Total Amount',
      amount: ({ totalAmount }) => totalAmount,
    }),
    cell: (sale) => (
      <>
        {formatMoney(sale.totalAmount)}
        <ReturnedMark amount={sale.returnedAmount} />
      </>
    ),
    exportedNext: { title: 'Returned', amount: ({ returnedAmount }) => returnedAmount },
  },
  moneyColumn({ id: 'discount', title: 'Discount', amount: ({ discount }) => discount, sign: '-' }),
  moneyColumn({
    id: 'shipping',
    title: 'Shipping Fees',
    amount: ({ shippingFees }) => shippingFees,
    sign: '+',
  }),
  {
    id: 'date',
    title: 'Sale Date',
    // Within a day, the higher number is the later sale.
    value: ({ saleDate, saleId }) => `${saleDate} ${saleId}`,
    cell: ({ saleDate }) => formatDay(saleDate),
    exportValue: ({ saleDate }) => saleDate,
    exportKind: 'day',
    className: 'tabular-nums',
    // Use the picker for days: a search for "20" would match every year.
    isSearched: false,
  },
  {
    id: 'remark',
    title: 'Remark',
    value: ({ remark }) => remark,
    // Takes the remaining width.
    className: 'w-full max-w-0 min-w-28',
  },
  ...recordingColumns,
]

const saleItems: ExportItems<ListedSale> = {
  priceTitle: 'Price',
  load: async (...rows) => (await import('./sale-lines')).loadSaleLines(...rows),
}

const ToolbarSheets = lazyDialog(() =>
  import('./toolbar-sheets').then((file) => file.ToolbarSheets),
)

const SaleSheet = lazyDialog(() => import('./sale-sheet').then((file) => file.SaleSheet))

export function SalesPage() {
  const { range, setRange } = useDateRange(presetRange('Today', useToday()))
  const records = useQuery(sales.list(range))
  const hasNoneYet = useHasNoneYet(records.data, 'totalSales')
  const [sheet, setSheet] = useState('')
  const { row: sale, isOpen, open, close } = useOpenedRow(records.data, getId)
  return (
    <>
      <ListPage
        title="Sales Management"
        name="sales"
        label="Sales"
        resource={{ ...sales, removeMany: sales.removeManyOf(records.data ?? []) }}
        records={records}
        range={range}
        onRange={setRange}
        hasNoneYet={hasNoneYet}
        columns={saleColumns}
        filters={<DateRangePicker value={range} onChange={setRange} />}
        texts={{
          search: 'Search sales...',
          loading: 'Loading sales...',
          empty: 'No results',
          addFirst: 'Add your first sale',
          confirmDelete: 'Are you sure you want to delete this sale? This action cannot be undone.',
        }}
        tools={[
          { label: 'Returns', icon: <Undo2 aria-hidden />, run: () => setSheet('Returns') },
          {
            label: 'Day sheet',
            icon: <ReceiptText aria-hidden />,
            run: () => setSheet('Day sheet'),
          },
        ]}
        create={<CreateLink to="/sales/create" />}
        items={saleItems}
        getId={getId}
        rowName={getName}
        describe={describeSale}
        usage={describeReturns}
        open="View"
        onOpen={open}
      />
      <ToolbarSheets
        sheet={sheet}
        range={range}
        isOpen={sheet !== ''}
        onClose={() => setSheet('')}
      />
      {sale && <SaleSheet sale={sale} isOpen={isOpen} onClose={close} />}
    </>
  )
}

function getId({ saleId }: ListedSale) {
  return saleId
}

function getName({ saleId }: ListedSale) {
  return `Sale ${saleId}`
}

function describeSale({ saleId, customerName, totalAmount }: ListedSale) {
  return `Sale ${saleId}, ${customerName}, ${formatMoney(totalAmount)}`
}

function describeReturns({ returnedAmount }: ListedSale) {
  return returnedAmount > 0
    ? `${formatMoney(returnedAmount)} of it was paid back. Its returns are deleted too.`
    : undefined
}
