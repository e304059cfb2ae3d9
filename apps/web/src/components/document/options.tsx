// There is no tag for the options of a field, and their keys are the field's.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { useRef, type ReactNode } from 'react'

import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'
import type { Found } from '@/lib/rows/make-row-finder'

import type { Listbox } from './use-listbox'

interface OptionsProps<Row> {
  listbox: Listbox
  label: string
  found: Found<Row>
  className: string
  onChoose: (row: Row, pointerType: string) => void
  children: (row: Row) => ReactNode
}

/** The options of a combobox. What the mouse is over is not what Enter takes. */
export function Options<Row extends { id: number }>({
  listbox,
  label,
  found,
  className,
  onChoose,
  children,
}: OptionsProps<Row>) {
  const pointerType = useRef('')
  const active = listbox.activeOf(found.rows)
  const hidden = found.count - found.rows.length
  return (
    <div className={cn('flex flex-col overflow-hidden', className)}>
      {/* Not reached by Tab, as browsers let one reach what scrolls. */}
      <div tabIndex={-1} className="min-h-0 overflow-y-auto p-1 outline-none">
        <div
          id={listbox.id}
          role="listbox"
          tabIndex={-1}
          aria-label={label}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onPointerDown={(event) => {
            pointerType.current = event.pointerType
          }}
        >
          {found.rows.map((row) => (
            <div
              key={row.id}
              id={listbox.optionId(row)}
              role="option"
              tabIndex={-1}
              aria-selected={row === active}
              className={look}
              onClick={() => onChoose(row, pointerType.current)}
            >
              {children(row)}
            </div>
          ))}
        </div>
      </div>
      {hidden > 0 && (
        <p className="border-t px-4 py-2 text-xs text-muted-foreground">
          {formatCount(hidden)} more: keep typing
        </p>
      )}
    </div>
  )
}

const look = `relative flex min-h-11 cursor-pointer scroll-my-1 items-center gap-3 rounded-md px-3
  py-1.5 text-sm hover:bg-accent/60 aria-selected:bg-accent aria-selected:text-accent-foreground
  aria-selected:before:absolute aria-selected:before:inset-y-2 aria-selected:before:left-0
  aria-selected:before:w-1 aria-selected:before:rounded-full aria-selected:before:bg-primary
  forced-colors:aria-selected:outline-2`
