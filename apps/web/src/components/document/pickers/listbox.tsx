import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'
import type { IndexedColumn } from '@/lib/rows/indexed-column'
import { type Found, makeRowFinder } from '@/lib/rows/row-finder'
import { runInSlices } from '@/lib/rows/step-scheduler'

/** Where a key leads in a list of options, round its ends. */
function nextOptionIndex(key: string, at: number, count: number) {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

interface Item {
  id: number
}

type Listbox = ReturnType<typeof useListbox>

/** A list of options below a field that keeps the focus: one of them is active, at first the first. */
export function useListbox() {
  const id = useId()
  const [movedTo, setMovedTo] = useState<number | null>(null)

  const optionId = (item: Item) => `${id}-${item.id}`

  useLayoutEffect(() => {
    if (movedTo === null) return
    document.getElementById(`${id}-${movedTo}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, movedTo])

  /** By its id, so that it stays the same when the list is read anew. */
  function activeOf<Row extends Item>(items: readonly Row[]) {
    return items.find((item) => item.id === movedTo) ?? items[0]
  }

  /** Whether the key was one that moves. */
  function moveByKey(event: KeyboardEvent, items: readonly Item[]) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const at = Math.max(
      0,
      items.findIndex((item) => item.id === movedTo),
    )
    const next = items[nextOptionIndex(event.key, at, items.length) ?? -1]
    if (!next) return false
    event.preventDefault()
    setMovedTo(next.id)
    return true
  }

  /** What the field says of its list. */
  function fieldProps(items: readonly Item[]) {
    const active = activeOf(items)
    return {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': active !== undefined,
      'aria-controls': active && id,
      'aria-activedescendant': active && optionId(active),
    } as const
  }

  return {
    id,
    optionId,
    activeOf,
    moveByKey,
    fieldProps,
    /** After every change of what is searched for. */
    toFirst: () => setMovedTo(null),
  }
}

/** `columns` must be the same array each time. */
export function useRowFinder<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly IndexedColumn<Row>[],
) {
  const finder = useMemo(() => makeRowFinder(rows ?? [], columns), [rows, columns])
  useEffect(() => runInSlices(finder.prepare(), () => {}), [finder])
  return finder
}

/** For those who do not see the list grow shorter. */
export function formatResultCount(count: number) {
  if (count === 0) return ''
  return count === 1 ? '1 result' : `${formatCount(count)} results`
}

// There is no tag for the options of a field, and their keys are the field's.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */

interface OptionsProps<Row> {
  listbox: Listbox
  label: string
  found: Found<Row>
  className: string
  onChoose: (row: Row, pointerType: string) => void
  children: (row: Row) => ReactNode
}

/** The options of a combobox. What the mouse is over is not what Enter takes. */
export function ListboxOptions<Row extends { id: number }>({
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
