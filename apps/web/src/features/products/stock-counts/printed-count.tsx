import './printed-count.css'
import type { StockCount, StockCountDetail, StockCountLine } from '@stockie/contracts'

import { PrintedPart } from '@/components/printing/printed-part'
import { formatCount, formatDateTime } from '@/lib/format'
import { type CountedDifference, differencesOf } from './count-result'
import {
  describeChoice,
  describeDifferences,
  describeProgress,
  describeSteps,
  formatUnits,
  formatValue,
  stateNames,
  titleOf,
} from './count-texts'

interface PrintedCountProps {
  count: StockCountDetail
  onPrinted: () => void
}

/** On paper, an open count is a list to write on, and any other count has its differences. */
export function PrintedCount({ count, onPrinted }: PrintedCountProps) {
  const isOpen = count.state === 'open'
  return (
    <PrintedPart page="stock-count" onPrinted={onPrinted}>
      <header className="mb-[4mm] grid gap-[1mm] text-[9pt]">
        <h1 className="text-[14pt] font-semibold">{titleOf(count)}</h1>
        <p>{`${describeChoice(count)}, ${describeProgress(count)}`}</p>
        {!isOpen && <p>{describeDifferences(count)}</p>}
        {describeSteps(count).map((step) => (
          <p key={step}>{step}</p>
        ))}
      </header>
      {isOpen ? (
        <PrintedTable
          columns={[...product, ...(count.blind ? [] : [expected]), counted]}
          rows={count.lines}
          keyOf={productIdOf}
        />
      ) : (
        <PrintedTable
          columns={[...product, expected, counted, ...difference]}
          rows={differencesOf(count)}
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
  textOf: (row: Row) => string
  isNumber?: true
}

const product: PrintedColumn<StockCountLine>[] = [
  { title: 'Product', textOf: ({ name }) => name },
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
  { title: 'Difference', textOf: (line) => formatUnits(line.difference), isNumber: true },
  {
    title: 'Value at cost',
    textOf: (line) => formatValue(line.difference * line.cost),
    isNumber: true,
  },
]

const countColumns: PrintedColumn<StockCount>[] = [
  { title: 'Count', textOf: titleOf },
  { title: 'State', textOf: ({ state }) => stateNames[state] },
  {
    title: 'Started',
    textOf: ({ createdAt, createdByName }) => `${formatDateTime(createdAt)}, ${createdByName}`,
  },
  { title: 'Products', textOf: ({ products }) => formatCount(products), isNumber: true },
  { title: 'Counted', textOf: (count) => formatCount(count.counted), isNumber: true },
  { title: 'Differ', textOf: ({ differing }) => formatCount(differing), isNumber: true },
  { title: 'Pieces', textOf: ({ units }) => formatUnits(units), isNumber: true },
  { title: 'Value at cost', textOf: ({ value }) => formatValue(value), isNumber: true },
]

interface PrintedCountsProps {
  counts: readonly StockCount[]
  onPrinted: () => void
}

/** The list of counts on paper. */
export function PrintedCounts({ counts, onPrinted }: PrintedCountsProps) {
  return (
    <PrintedPart page="stock-count" onPrinted={onPrinted}>
      <h1 className="mb-[4mm] text-[14pt] font-semibold">Stock counts</h1>
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
  const styleOf = ({ isNumber }: PrintedColumn<Row>) =>
    isNumber
      ? 'border-b py-[1.2mm] pl-[3mm] text-right align-top tabular-nums'
      : 'border-b py-[1.2mm] pr-[3mm] text-left align-top wrap-anywhere'
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
