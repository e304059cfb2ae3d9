import type { DayFigures } from '@stockie/contracts'
import { type ReactNode, useId } from 'react'

import { cn } from '@/lib/cn'
import { formatCount, formatDateTime, formatMoney } from '@/lib/format'
import { countOf, deletedParts, formatHour, salesSteps, signedAmount } from './day-figure-texts'

/** The figures of a day, in tables. */
export function DayFigureTables({ figures }: { figures: DayFigures }) {
  const { sales, returns, byPerson, byHour } = figures
  // Refunds are not taken off by person and by hour.
  const amountTitle = returns > 0 ? 'Before returns' : 'Amount'
  return (
    <>
      <Part title="Sales" count={sales}>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2">
          {salesSteps(figures).map(({ title, sign, sum }) => (
            <Pair key={title} title={title} amount={signedAmount(sign, sum)} />
          ))}
          <Pair title="Sales Total" amount={formatMoney(figures.totalSales)} isTotal />
        </dl>
      </Part>
      {returns > 0 && (
        <Part title="Returns" count={returns}>
          <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2">
            <Pair title="Sales before returns" amount={formatMoney(figures.grossSales)} />
            <Pair
              title="Prices of what came back"
              amount={formatMoney(figures.returnedLineTotals)}
            />
            <Pair title="Paid back for goods" amount={formatMoney(figures.refunds)} />
            <Pair title="Paid back for shipping" amount={formatMoney(figures.shippingRefunds)} />
          </dl>
        </Part>
      )}
      {deletedParts(figures).map((deleted) => (
        <DeletedPart key={deleted.title} {...deleted} />
      ))}
      {byPerson.length > 0 && (
        <Part title="By person">
          <Rows
            head={['Person', 'Sales', amountTitle]}
            rows={byPerson.map((person) => ({
              key: String(person.createdById),
              name: person.createdByName,
              note:
                person.returns > 0 &&
                `${countOf(person.returns, 'return')}, ${formatMoney(person.totalRefunds)} paid back`,
              cells: [formatCount(person.sales), formatMoney(person.grossSales)],
            }))}
          />
        </Part>
      )}
      {byHour.length > 0 && (
        <Part title="By hour">
          <Rows
            head={['Recorded', 'Sales', amountTitle]}
            rows={byHour.map(({ hour, sales: count, grossSales }) => ({
              key: String(hour),
              name: formatHour(hour),
              cells: [formatCount(count), formatMoney(grossSales)],
            }))}
          />
        </Part>
      )}
    </>
  )
}

/** The documents that were deleted, with who deleted them. */
function DeletedPart({ title, count, totalAmount, rows }: ReturnType<typeof deletedParts>[number]) {
  const hidden = count - rows.length
  return (
    <Part title={title} count={count}>
      {count === 0 ? (
        <p className="text-muted-foreground">No sale of this day was deleted.</p>
      ) : (
        <ul className="grid gap-3">
          {rows.map(({ name, customerName, deletedAt, deletedByName, ...row }) => (
            <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
              <span className="wrap-anywhere">
                {name} · {customerName}
              </span>
              <span className="text-right tabular-nums">{formatMoney(row.totalAmount)}</span>
              <span className="col-span-2 text-[0.8125rem] wrap-anywhere text-muted-foreground">
                Deleted <time dateTime={deletedAt}>{formatDateTime(deletedAt)}</time> by{' '}
                {deletedByName}
              </span>
            </li>
          ))}
          {hidden > 0 && (
            <li className="text-muted-foreground">{formatCount(hidden)} more, deleted before.</li>
          )}
          <li className="flex justify-between gap-4 border-t pt-2 font-semibold">
            Together <span className="tabular-nums">{formatMoney(totalAmount)}</span>
          </li>
        </ul>
      )}
    </Part>
  )
}

interface PartProps {
  title: string
  count?: number
  children: ReactNode
}

/** A part of the day sheet with its heading. */
export function Part({ title, count, children }: PartProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="text-sm">
      <header className="mb-3 flex items-baseline justify-between border-b pb-2">
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        {count !== undefined && (
          <p className="text-muted-foreground tabular-nums">{formatCount(count)}</p>
        )}
      </header>
      {children}
    </section>
  )
}

interface PairProps {
  title: string
  amount: string
  isTotal?: boolean
}

export function Pair({ title, amount, isTotal = false }: PairProps) {
  return (
    <div
      className={cn(
        'col-span-full grid grid-cols-subgrid',
        isTotal && 'border-t pt-2 font-semibold',
      )}
    >
      <dt className={cn('wrap-anywhere', !isTotal && 'text-muted-foreground')}>{title}</dt>
      <dd className="text-right tabular-nums">{amount}</dd>
    </div>
  )
}

interface RowsProps {
  head: readonly string[]
  rows: readonly {
    key: string
    name: string
    note?: string | false
    cells: readonly string[]
  }[]
}

function Rows({ head, rows }: RowsProps) {
  return (
    <table className="w-full">
      <thead className="text-muted-foreground">
        <tr>
          {head.map((title) => (
            <th
              key={title}
              scope="col"
              className="pb-1.5 pl-4 text-right font-normal first:pl-0 first:text-left"
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, note, cells }) => (
          <tr key={key} className="align-top">
            <th scope="row" className="py-1 text-left font-normal wrap-anywhere tabular-nums">
              {name}
              {note && <span className="block text-[0.8125rem] text-muted-foreground">{note}</span>}
            </th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]} className="py-1 pl-4 text-right tabular-nums">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
