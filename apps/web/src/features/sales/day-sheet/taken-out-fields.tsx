import { maxTakenOut } from '@stockie/contracts'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'

import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { AmountField } from './amount-field'
import { amountField, type CashCountErrors, reasonField, type TakenOut } from './cash-count-entry'

interface TakenOutFieldsProps {
  rows: readonly TakenOut[]
  errors: CashCountErrors
  onChange: (rows: readonly TakenOut[]) => void
}

/** Cash that left the drawer during the day, each amount with its reason. */
export function TakenOutFields({ rows, errors, onChange }: TakenOutFieldsProps) {
  const list = useRef<HTMLElement>(null)

  function add() {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1
    // Rendered at once, so that the new row can take the focus.
    flushSync(() => onChange([...rows, { key, amount: '', reason: '' }]))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }

  function remove(removed: TakenOut) {
    flushSync(() => onChange(rows.filter((row) => row !== removed)))
    list.current?.querySelector<HTMLElement>('[data-slot=add-taken-out]')?.focus()
  }

  function change(changed: TakenOut, part: Partial<TakenOut>) {
    onChange(rows.map((row) => (row === changed ? { ...row, ...part } : row)))
  }

  return (
    <section ref={list} aria-label="Cash taken out" className="grid gap-2">
      <header className="flex items-center justify-between gap-4 border-b pb-2 text-sm">
        <h3 className="font-semibold">Cash taken out</h3>
        <Button
          type="button"
          variant="outline"
          data-slot="add-taken-out"
          aria-disabled={rows.length >= maxTakenOut}
          onClick={() => rows.length < maxTakenOut && add()}
        >
          <Plus aria-hidden />
          Add amount
        </Button>
      </header>
      {rows.length > 0 && (
        <ul className="grid gap-1">
          {rows.map((row, index) => (
            <li
              key={row.key}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-start gap-x-2"
            >
              <AmountField
                label="Amount"
                aria-label={`Amount ${index + 1} taken out`}
                value={row.amount}
                error={errors[amountField(row.key)]}
                onChange={(amount) => change(row, { amount })}
              />
              <TextField
                label="Reason"
                aria-label={`Reason of amount ${index + 1}`}
                value={row.reason}
                error={errors[reasonField(row.key)]}
                onChange={({ target }) => change(row, { reason: target.value })}
              />
              <Button
                type="button"
                variant="ghost"
                size="icon"
                className="mt-5.5"
                aria-label={`Remove amount ${index + 1}`}
                onClick={() => remove(row)}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
