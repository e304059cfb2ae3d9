import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
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
import { createPickerSearch } from '@/lib/rows/picker-search'
import { runInSlices } from '@/lib/rows/step-scheduler'
import type { KeptMatches } from './use-kept-options'

/** The option that a key moves to. The arrows wrap around at the ends. */
function nextOptionIndex(key: string, index: number, count: number) {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

interface Item {
  id: number
}

/** The last option of a list, below all records: an action, such as to add a record. */
export const actionOption = { id: -1 }

type Listbox = ReturnType<typeof useListbox>

/**
 * A list of options below a field that keeps the focus. One option is active, initially the first record. The
 * action is active only after a key has moved to it, so that Enter never starts it by chance.
 */
export function useListbox() {
  const id = useId()
  const [activeId, setActiveId] = useState<number | null>(null)

  const optionId = (item: Item) => `${id}-${item.id}`

  useLayoutEffect(() => {
    if (activeId === null) return
    document.getElementById(`${id}-${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeId])

  /** Finds the active item by its id, so that it stays active after a refetch. */
  function findActive<Row extends Item>(items: readonly Row[]) {
    const active = items.find((item) => item.id === activeId)
    // An action that has disappeared gives its Enter to no record.
    if (active || activeId === actionOption.id) return active
    return items.find((item) => item.id !== actionOption.id)
  }

  /** Moves the active option and returns true, or returns false for other keys. */
  function moveByKey(event: KeyboardEvent, items: readonly Item[]) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const index = Math.max(
      0,
      items.findIndex((item) => item.id === activeId),
    )
    const next = items[nextOptionIndex(event.key, index, items.length) ?? -1]
    if (!next) return false
    event.preventDefault()
    setActiveId(next.id)
    return true
  }

  /** The ARIA attributes of the field. */
  function fieldProps(items: readonly Item[]) {
    const active = findActive(items)
    const isExpanded = items.length > 0
    return {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isExpanded,
      'aria-controls': isExpanded ? id : undefined,
      'aria-activedescendant': active && optionId(active),
    } as const
  }

  return {
    id,
    optionId,
    findActive,
    moveByKey,
    fieldProps,
    /** Makes the first option active; call it after every change of the search. */
    resetActive: () => setActiveId(null),
  }
}

/** Pass the same `columns` array in every render. */
export function usePickerSearch<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly IndexedColumn<Row>[],
) {
  const pickerSearch = useMemo(() => createPickerSearch(rows ?? [], columns), [rows, columns])
  useEffect(() => runInSlices(pickerSearch.prepare(), () => {}), [pickerSearch])
  return pickerSearch
}

/** The text for screen readers. */
export function formatResultCount(count: number) {
  if (count === 0) return ''
  return count === 1 ? '1 result' : `${formatCount(count)} results`
}

// HTML has no element for these options, and the field handles their keys.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */

interface OptionsProps<Row> {
  listbox: Listbox
  label: string
  found: KeptMatches<Row>
  className: string
  /** Whether a ListboxAction follows below. */
  hasAction?: boolean
  onChoose: (row: Row, pointerType: string) => void
  children: (row: Row) => ReactNode
}

/** The options of a combobox. Hovering does not change the active option that Enter chooses. */
export function ListboxOptions<Row extends { id: number }>({
  listbox,
  label,
  found,
  className,
  hasAction = false,
  onChoose,
  children,
}: OptionsProps<Row>) {
  const pointerType = useRef('')
  const active = listbox.findActive(found.rows)
  const hidden = found.count - found.rows.length
  return (
    <div className={cn('flex flex-col overflow-hidden', className)}>
      {/* Browsers make a scrolling element focusable by Tab; tabIndex -1 prevents that. */}
      <div tabIndex={-1} className="min-h-0 overflow-y-auto p-1 outline-none">
        <div
          id={listbox.id}
          role="listbox"
          tabIndex={-1}
          aria-label={label}
          // It stands below the text about further options, which a listbox must not contain.
          aria-owns={hasAction ? listbox.optionId(actionOption) : undefined}
          // Keeps the focus in the field.
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
              aria-disabled={found.removed.has(row.id) || undefined}
              className={optionClass}
              onClick={() => found.removed.has(row.id) || onChoose(row, pointerType.current)}
            >
              {found.removed.has(row.id) && <span className="sr-only">Removed: </span>}
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

interface ActionProps {
  listbox: Listbox
  /** The accessible name: the visible text may be truncated. */
  label: string
  isActive: boolean
  /** Whether Tab reaches it. */
  isTabStop: boolean
  onChoose: () => void
  /** Called on Tab in the action itself. */
  onLeave: (() => void) | undefined
  children: ReactNode
}

/** An action below the options of a combobox. The arrow keys reach it after the last option. */
export function ListboxAction(props: ActionProps) {
  const { listbox, label, isActive, isTabStop, onChoose, onLeave, children } = props

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab' && !event.shiftKey) onLeave?.()
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onChoose()
  }

  return (
    <div className="shrink-0 border-t p-1">
      <div
        id={listbox.optionId(actionOption)}
        role="option"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        aria-selected={isActive}
        className={cn(
          optionClass,
          'outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60',
        )}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </div>
  )
}

const optionClass = `relative flex min-h-11 cursor-pointer scroll-my-1 items-center gap-3 rounded-md px-3
  py-1.5 text-sm hover:bg-accent/60 aria-disabled:cursor-default aria-disabled:opacity-55
  aria-disabled:*:line-through aria-selected:bg-accent aria-selected:text-accent-foreground
  aria-selected:before:absolute aria-selected:before:inset-y-2 aria-selected:before:left-0
  aria-selected:before:w-1 aria-selected:before:rounded-full aria-selected:before:bg-primary
  forced-colors:aria-selected:outline-2`

/** A phone in landscape or a page at 200 % zoom, with no room for results below a field in the middle. */
const shortScreen = '(height < 30rem)'

/** On a short screen, scrolls the field up to the header to make room for its results. */
export function useScrollToTopOnShortScreen(field: RefObject<HTMLElement | null>, isOpen: boolean) {
  useLayoutEffect(() => {
    if (isOpen && window.matchMedia(shortScreen).matches) field.current?.scrollIntoView()
  }, [field, isOpen])
}
