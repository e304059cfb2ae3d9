import type { Purchase } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { ListPage } from '@/components/crud/list-page'
import { MonthPicker } from '@/components/date/month-picker'
import { CreateLink } from '@/components/document/create-link'
import { lazyDialog } from '@/components/lazy-dialog'
import { isSameRange, monthOf, monthRange, presetRange } from '@/lib/date-ranges'
import { nameRange } from '@/lib/name-range'
import { useDateRange } from '@/lib/use-date-range'
import { useOpenedRow } from '@/lib/use-opened-row'
import { useToday } from '@/lib/use-today'
import { purchases } from '@/resources/purchases'

import { purchaseColumns } from './purchase-columns'

const PurchaseDialog = lazyDialog(() =>
  import('./purchase-dialog').then((file) => file.PurchaseDialog),
)

export function PurchasesPage() {
  const today = presetRange('Today', useToday())
  const { range, setRange } = useDateRange(today)
  const records = useQuery(purchases.list(range))
  const { row: purchase, isOpen, open, close } = useOpenedRow(records.data, getId)
  return (
    <>
      <ListPage
        title="Purchase Management"
        name="purchases"
        label="Purchases"
        resource={purchases}
        records={records}
        columns={purchaseColumns}
        filters={
          <MonthPicker
            value={monthOf(range)}
            label={isSameRange(range, today) ? 'Today' : nameRange(range)}
            paper={nameRange(range)}
            onChange={(month) => setRange(monthRange(month))}
            onToday={() => setRange(today)}
          />
        }
        texts={{
          search: 'Search purchases...',
          loading: 'Loading purchases...',
          empty: 'No results',
          confirmDelete:
            'Are you sure you want to delete this purchase? This action cannot be undone.',
        }}
        create={<CreateLink to="/purchase/create" />}
        getId={getId}
        rowName={getName}
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
