import { limits, type ReorderRow } from '@stockie/contracts'
import type { KeyboardEvent } from 'react'

import { useTypedQuantity } from '@/components/document/lines/use-typed-quantity'
import { describeStock, stockLevel } from '@/components/stock-level'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { formatCount, formatDay, formatMoney } from '@/lib/format'
import type { ReorderChoices } from './use-reorder-choices'

interface ReorderItemProps {
  row: ReorderRow
  choices: ReorderChoices
}

export function ReorderItem({ row, choices }: ReorderItemProps) {
  const { productId, name, suggested } = row
  const max = limits.purchaseQuantity
  const quantity = choices.quantityOf(row)
  const typed = useTypedQuantity(quantity, max, (next) => choices.setQuantity(row, next), 0)
  const drafted = choices.draftedOf(row)
  const noteId = `reorder-note-${productId}`
  const cut =
    suggested > max && quantity === max
      ? `${formatCount(suggested)} suggested. A purchase takes at most ${formatCount(max)}.`
      : undefined
  const note = typed.note ?? cut

  function step(event: KeyboardEvent) {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    typed.step(by)
  }

  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)_5.5rem] items-start gap-x-3 gap-y-1 py-3 text-sm">
      <Checkbox
        aria-label={name}
        checked={choices.isTicked(row)}
        onChange={({ target }) => choices.tick([row], target.checked)}
        className="mt-0.5"
      />
      <div className="grid gap-0.5">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-muted-foreground">
          {describeStockOf(row.stock)} · {describePace(row)}
        </p>
        <p className="text-muted-foreground empty:hidden">{describeEnd(row)}</p>
        {drafted !== undefined && (
          <p className="text-muted-foreground">{formatCount(drafted)} in the purchase</p>
        )}
      </div>
      <div className="grid gap-1">
        <Input
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Quantity of ${name}`}
          aria-describedby={note === undefined ? undefined : noteId}
          value={typed.text}
          onChange={({ target }) => typed.type(target.value)}
          onBlur={typed.settle}
          onFocus={({ target }) => target.select()}
          onKeyDown={step}
          className="text-right tabular-nums"
        />
        <p className="text-right text-[0.8125rem]/4.5 text-muted-foreground tabular-nums">
          {describeCost(row)}
        </p>
      </div>
      {note !== undefined && (
        <p id={noteId} aria-live="polite" className="col-start-2 col-end-4 text-warning">
          {note}
        </p>
      )}
    </article>
  )
}

function describeStockOf(stock: number) {
  const text = describeStock(stock)
  return stockLevel(stock) === 'in stock' ? `${text} in stock` : text
}

/** '45 sold in 30 days'. Days before the first movement and sold-out days do not count. */
function describePace({ sold, daysCounted }: ReorderRow) {
  if (daysCounted === 0) return 'no full day with stock in 30 days'
  if (sold === 0) return `not sold in ${formatDays(daysCounted)}`
  return `${formatCount(sold)} sold in ${formatDays(daysCounted)}`
}

function describeEnd({ stock, daysOfCover, runsOutOn }: ReorderRow) {
  if (stock <= 0 || daysOfCover === null || runsOutOn === null) return undefined
  return `Lasts ${formatDays(daysOfCover)}, until ${formatDay(runsOutOn)}`
}

function formatDays(days: number) {
  return `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`
}

function describeCost({ lastCost, cost }: ReorderRow) {
  return lastCost === null ? `Cost ${formatMoney(cost)}` : `Last ${formatMoney(lastCost)}`
}
