import type { Purchase } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { ListPage } from '@/components/crud/list-page'
import type { Column } from '@/components/data-table/column'
import type { ExportItems } from '@/components/data-table/export/export-plan'
import { moneyColumn } from '@/components/data-table/money-column'
import { NameCell } from '@/components/data-table/name-cell'
import { MonthPicker } from '@/components/date/month-picker'
import { CreateLink } from '@/components/document/create-link'
import { recordingColumns } from '@/components/document/recording-columns'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { formatRange, isSameRange, monthOf, monthRange, presetRange } from '@/lib/date-ranges'
import { formatDay, formatMoney } from '@/lib/format'
import { useDateRange } from '@/lib/hooks/use-date-range'
import { useOpenedRow } from '@/lib/hooks/use-opened-row'
import { useToday } from '@/lib/hooks/use-today'
import { purchases } from '@/resources/purchases'
import { useHasNoneYet } from '@/resources/resource-requests'

export const purchaseColumns: Column<Purchase>[] = [
  {
    id: 'id',
    title: 'Purchase ID',
    value: ({ purchaseId }) => purchaseId,
    isSearched: true,
    className: 'tabular-nums',
  },
  {
    id: 'supplier',
    title: 'Supplier Name',
    value: ({ supplierName }) => supplierName,
    // A document is also found by its products.
    searchText: ({ supplierName, purchaseDetails }) =>
      [supplierName, ...purchaseDetails.map(({ productName }) => productName)].join('\n'),
    cell: ({ supplierName, totalAmount }) => (
      <NameCell name={supplierName} below={formatMoney(totalAmount)} />
    ),
    className: 'max-w-40 sm:max-w-64',
  },
  moneyColumn({ id: 'total', title: 'Total Amount', amount: ({ totalAmount }) => totalAmount }),
  {
    id: 'date',
    title: 'Purchase Date',
    // Within a day, the higher number is the later purchase.
    value: ({ purchaseDate, purchaseId }) => `${purchaseDate} ${purchaseId}`,
    cell: ({ purchaseDate }) => formatDay(purchaseDate),
    exportValue: ({ purchaseDate }) => purchaseDate,
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

const purchaseItems: ExportItems<Purchase> = {
  priceTitle: 'Cost',
  load: () => Promise.resolve(({ purchaseDetails }) => purchaseDetails),
}

const PurchaseDialog = lazyDialog(() =>
  import('./purchase-dialog').then((file) => file.PurchaseDialog),
)

export function PurchasesPage() {
  const today = presetRange('Today', useToday())
  const { range, setRange } = useDateRange(today)
  const records = useQuery(purchases.list(range))
  const hasNoneYet = useHasNoneYet(records.data, 'totalPurchases')
  const { row: purchase, isOpen, open, close } = useOpenedRow(records.data, getId)
  return (
    <>
      <ListPage
        title="Purchase Management"
        name="purchases"
        label="Purchases"
        resource={purchases}
        records={records}
        range={range}
        onRange={setRange}
        hasNoneYet={hasNoneYet}
        columns={purchaseColumns}
        filters={
          <MonthPicker
            value={monthOf(range)}
            label={isSameRange(range, today) ? 'Today' : formatRange(range)}
            printLabel={formatRange(range)}
            onChange={(month) => setRange(monthRange(month))}
            onToday={() => setRange(today)}
          />
        }
        texts={{
          search: 'Search purchases...',
          loading: 'Loading purchases...',
          empty: 'No results',
          addFirst: 'Add your first purchase',
          confirmDelete:
            'Are you sure you want to delete this purchase? This action cannot be undone.',
        }}
        create={<CreateLink to="/purchase/create" />}
        items={purchaseItems}
        getId={getId}
        rowName={getName}
        describe={describePurchase}
        open="View"
        onOpen={open}
      />
      {purchase && <PurchaseDialog purchase={purchase} isOpen={isOpen} onClose={close} />}
    </>
  )
}

function getId({ purchaseId }: Purchase) {
  return purchaseId
}

function getName({ purchaseId }: Purchase) {
  return `Purchase ${purchaseId}`
}

function describePurchase({ purchaseId, supplierName, totalAmount }: Purchase) {
  return `Purchase ${purchaseId}, ${supplierName}, ${formatMoney(totalAmount)}`
}
