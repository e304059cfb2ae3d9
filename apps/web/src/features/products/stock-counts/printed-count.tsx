import './printed-count.css'
import type { StockCount, StockCountDetail, StockCountLine } from '@stockie/contracts'

import { PrintedPart } from '@/components/printing/printed-part'
import { cn } from '@/lib/cn'
import { formatCount, formatDateTime } from '@/lib/format'
import { type CountedDifference, differencesOf } from './count-result'
import {
  describeChoice,
  describeDifferences,
  describeProgress,
  describeSteps,
  formatUnits,
  formatValue,
  hidesDifferences,
  stateNames,
  titleOf,
} from './count-texts'

export interface PrintedCountProps {
  count: StockCountDetail
  /** In the order of the screen. */
  lines: readonly StockCountLine[]
  onPrinted: () => void
}

/** On paper, an open count is a list to write on, and any other count has its differences. */
export function PrintedCount({ count, lines, onPrinted }: PrintedCountProps) {
  const isOpen = count.state === 'open'
  return (
    <PrintedPart page="stock-count" onPrinted={onPrinted}>
      <header className="mb-[4mm] grid gap-[1mm] text-[9pt]">
        <h1 className="text-[14pt] font-semibold">{titleOf(count)}</h1>
        <p>{`${describeChoice(count)}, ${describeProgress(count)}`}</p>
        {!hidesDifferences(count) && !isOpen && <p>{describeDifferences(count)}</p>}
        {describeSteps(count).map((step) => (
          <p key={step}>{step}</p>
        ))}
      </header>
      {isOpen ? (
        <PrintedTable
          columns={[...product, ...(count.blind ? [] : [expected]), counted]}
          // A deleted product cannot be counted.
          rows={lines.filter(({ isDeleted }) => !isDeleted)}
          keyOf={productIdOf}
        />
      ) : (
        <PrintedTable
          columns={[...product, expected, counted, ...difference]}
          rows={hidesDifferences(count) ? [] : differencesOf(count)}
          keyOf={productIdOf}
        />
      )}
    </PrintedPart>
  )
}

function productIdOf({ productId }: StockCountLine) {
  return productId
}

interface PrintedColumn<Row> {
  title: string
  /** Long names break, so that the other columns have room. */
  isName?: true
  textOf: (row: Row) => string
  isNumber?: true
}

const product: PrintedColumn<StockCountLine>[] = [
  { title: 'Product', textOf: ({ name }) => name, isName: true },
  { title: 'Code', textOf: ({ code }) => code ?? '' },
]

const expected: PrintedColumn<StockCountLine> = {
  title: 'Expected',
  textOf: (line) => formatCount(line.expected ?? 0),
  isNumber: true,
}

const counted: PrintedColumn<StockCountLine> = {
  title: 'Counted',
  textOf: (line) => (line.counted === null ? '' : formatCount(line.counted)),
  isNumber: true,
}

const difference: PrintedColumn<CountedDifference>[] = [
  { title: 'Moved since', textOf: ({ moved }) => formatUnits(moved), isNumber: true },
  { title: 'Difference', textOf: (line) => formatUnits(line.difference), isNumber: true },
  {
    title: 'Value at cost',
    textOf: (line) => formatValue(line.difference * line.cost),
    isNumber: true,
  },
]

const countColumns: PrintedColumn<StockCount>[] = [
  { title: 'Count', textOf: titleOf, isName: true },
  { title: 'State', textOf: ({ state }) => stateNames[state] },
  {
    title: 'Started',
    textOf: ({ createdAt, createdByName }) => `${formatDateTime(createdAt)}, ${createdByName}`,
  },
  { title: 'Products', textOf: ({ products }) => formatCount(products), isNumber: true },
  { title: 'Counted', textOf: (count) => formatCount(count.counted), isNumber: true },
  differenceColumn('Differ', ({ differing }) => formatCount(differing)),
  differenceColumn('Pieces', ({ units }) => formatUnits(units)),
  differenceColumn('Value at cost', ({ value }) => formatValue(value)),
]

/** Empty where the differences are hidden. */
function differenceColumn(
  title: string,
  textOf: (count: StockCount) => string,
): PrintedColumn<StockCount> {
  return {
    title,
    textOf: (count) => (hidesDifferences(count) ? '' : textOf(count)),
    isNumber: true,
  }
}

interface PrintedCountsProps {
  counts: readonly StockCount[]
  /** How many the shop has. */
  total: number
  onPrinted: () => void
}

/** The list of counts on paper. */
export function PrintedCounts({ counts, total, onPrinted }: PrintedCountsProps) {
  return (
    <PrintedPart page="stock-count" onPrinted={onPrinted}>
      <h1 className="text-[14pt] font-semibold">Stock counts</h1>
      <p className="mb-[4mm] text-[9pt]">
        {counts.length < total
          ? `The newest ${formatCount(counts.length)} of ${formatCount(total)}`
          : `All ${formatCount(total)}`}
      </p>
      <PrintedTable columns={countColumns} rows={counts} keyOf={({ id }) => id} />
    </PrintedPart>
  )
}

interface PrintedTableProps<Row> {
  columns: readonly PrintedColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number
}

function PrintedTable<Row>({ columns, rows, keyOf }: PrintedTableProps<Row>) {
  const styleOf = ({ isNumber, isName }: PrintedColumn<Row>) =>
    cn(
      'border-b py-[1.2mm] align-top',
      isNumber ? 'pl-[3mm] text-right tabular-nums' : 'pr-[3mm] text-left',
      isName && 'wrap-anywhere',
    )
  return (
    <table className="w-full border-collapse text-[8.5pt]">
      {/* On top of each page. */}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} className={styleOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="break-inside-avoid">
            {columns.map((column) => (
              <td key={column.title} className={styleOf(column)}>
                {column.textOf(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
