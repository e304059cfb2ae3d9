import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

import { TableBody, TableCell, TableRow } from '@/components/ui/table'
import { formatCount } from '@/lib/format'
import { cellClass, renderCell } from './table-rows'
import type { DataTableModel } from './use-data-table'

/* The parts of a table that its first rows do not wait for. */

/** More rows would keep the browser busy for many seconds before the print dialog. */
const maxPrintedRows = 5000

const printMedia = window.matchMedia('print')
/** Between the browser's two events. During the print preview, the media query may end earlier. */
let isBetweenEvents = false

/** The browser prints what is there after its event, so the rows must be there before it returns. */
function subscribe(changed: () => void) {
  const update = () => flushSync(changed)
  const begin = () => {
    isBetweenEvents = true
    update()
  }
  const end = () => {
    isBetweenEvents = false
    update()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  printMedia.addEventListener('change', update)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    printMedia.removeEventListener('change', update)
  }
}

/** Not while a slip or labels are printed instead of the page: the rows would only take time. */
function readIsPrinting() {
  return (
    (isBetweenEvents || printMedia.matches) &&
    document.querySelector('body > [data-slot=printed-part]') === null
  )
}

/** All rows that match the search and the filters, while the browser prints. print.css hides the page's rows. */
export function PrintedRows<Row extends object>({ table }: { table: DataTableModel<Row> }) {
  const isPrinting = useSyncExternalStore(subscribe, readIsPrinting)
  const { found } = table
  if (!isPrinting || !found) return null

  const { matches } = found.page
  const columns = table.table
    .getVisibleLeafColumns()
    .flatMap(({ id }) => table.columns.get(id) ?? [])
  const rows = Array.from(matches.subarray(0, maxPrintedRows)).flatMap((position) =>
    found.index.rows.slice(position, position + 1),
  )
  return (
    <>
      {matches.length > maxPrintedRows && (
        <caption className="caption-top px-3 py-2 text-left font-medium">
          {`The first ${formatCount(maxPrintedRows)} of ${formatCount(matches.length)} rows. Search or filter the list to print the others.`}
        </caption>
      )}
      <TableBody data-slot="printed-rows">
        {rows.map((row, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows live for one print
          <TableRow key={place}>
            {columns.map((column) => (
              <TableCell key={column.id} className={cellClass(column, row)}>
                {renderCell(column, row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </>
  )
}

/** Names the sides on which a scrolled table has more columns, for the shadows of its sticky cells. */
export function watchHiddenSides(region: HTMLElement) {
  function update() {
    const { scrollLeft, clientWidth, scrollWidth } = region
    const left = scrollLeft > 0 ? 'left' : ''
    // In a zoomed page, the sum may be off by a part of a pixel.
    const right = scrollLeft + clientWidth < scrollWidth - 1 ? 'right' : ''
    region.dataset.hidden = `${left} ${right}`
  }

  const observer = new ResizeObserver(update)
  for (const box of [region, ...region.children]) observer.observe(box)
  region.addEventListener('scroll', update)
  return () => {
    observer.disconnect()
    region.removeEventListener('scroll', update)
  }
}
