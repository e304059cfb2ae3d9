import type { Sale } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { ListPage } from '@/components/crud/list-page'
import { DateRangePicker } from '@/components/date/date-range-picker'
import { CreateLink } from '@/components/document/create-link'
import { lazyDialog } from '@/components/lazy-dialog'
import { presetRange } from '@/lib/date-ranges'
import { useDateRange } from '@/lib/use-date-range'
import { useOpenedRow } from '@/lib/use-opened-row'
import { useToday } from '@/lib/use-today'
import { sales } from '@/resources/sales'

import { saleColumns } from './sale-columns'

const SaleSheet = lazyDialog(() => import('./sale-sheet').then((file) => file.SaleSheet))

export function SalesPage() {
  const { range, setRange } = useDateRange(presetRange('Today', useToday()))
  const records = useQuery(sales.list(range))
  const { row: sale, isOpen, open, close } = useOpenedRow(records.data, getId)
  return (
    <>
      <ListPage
        title="Sales Management"
        name="sales"
        label="Sales"
        resource={sales}
        records={records}
        columns={saleColumns}
        filters={<DateRangePicker value={range} onChange={setRange} />}
        texts={{
          search: 'Search sales...',
          loading: 'Loading sales...',
          empty: 'No results',
          confirmDelete: 'Are you sure you want to delete this sale? This action cannot be undone.',
        }}
        create={<CreateLink to="/sales/create" />}
        getId={getId}
        rowName={getName}
        open="View"
        onOpen={open}
      />
      {sale && <SaleSheet sale={sale} isOpen={isOpen} onClose={close} />}
    </>
  )
}

function getId({ saleId }: Sale) {
  return saleId
}

function getName({ saleId }: Sale) {
  return `Sale ${saleId}`
}
