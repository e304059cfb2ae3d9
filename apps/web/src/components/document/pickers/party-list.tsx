import { Check, Plus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useMemo } from 'react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { cn } from '@/lib/cn'
import type { Party } from '@/lib/drafts/draft'
import type { IndexedColumn } from '@/lib/rows/indexed-column'
import type { PickerMatches } from '@/lib/rows/picker-search'
import {
  actionOption,
  formatResultCount,
  ListboxAction,
  ListboxOptions,
  useListbox,
  usePickerSearch,
} from './listbox'
import { useKeptOptions } from './use-kept-options'

export interface PartyRow extends Party {
  email: string | null
  phone: string | null
}

interface PartyListProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  list: { data: PartyRow[] | undefined; isError: boolean; refetch: () => unknown }
  failure: string
  value: Party | null
  search: string
  onSearch: (search: string) => void
  onChoose: (party: Party) => void
  /** Adds a party with this name. */
  onAdd: (name: string) => void
  /** Called on Tab, so that the focus moves on from the select. */
  onLeave: () => void
  /** A button below the list takes the focus on Tab. */
  hasFooter: boolean
}

const columns: IndexedColumn<PartyRow>[] = [
  { id: 'name', value: ({ name }) => name },
  { id: 'email', value: ({ email }) => email },
  { id: 'phone', value: ({ phone }) => phone },
  // A phone number can also be found by its digits alone.
  { id: 'digits', value: ({ phone }) => phone?.replaceAll(/\D/g, '') ?? null },
]

const noParties: PickerMatches<PartyRow> = { rows: [], count: 0 }

export function PartyList({
  ref,
  label,
  list,
  failure,
  value,
  search,
  onSearch,
  onChoose,
  onAdd,
  onLeave,
  hasFooter,
}: PartyListProps) {
  const listbox = useListbox()
  const pickerSearch = usePickerSearch(list.data, columns)
  const matches = useMemo(() => {
    if (!list.data) return noParties
    const all = pickerSearch.find(search)
    const chosen = search.trim() === '' && list.data.find(({ id }) => id === value?.id)
    // The chosen party comes first, so that Enter keeps it.
    return chosen ? { ...all, rows: [chosen, ...all.rows.filter((row) => row !== chosen)] } : all
  }, [list.data, pickerSearch, search, value])
  const found = useKeptOptions(matches, list.data, search)
  const isEmpty = list.data !== undefined && found.rows.length === 0
  const newName = useMemo(() => nameToAdd(search, list.data), [search, list.data])
  const options = newName === null ? found.rows : [...found.rows, actionOption]
  const isAddActive = listbox.findActive(options) === actionOption
  // With results, Tab moves on from the select.
  const isAddTabStop = newName !== null && isEmpty

  function choose({ id, name }: PartyRow) {
    onChoose({ id, name })
  }

  function chooseByKey(event: KeyboardEvent) {
    // An input method is still composing the text.
    if (event.nativeEvent.isComposing || listbox.moveByKey(event, options)) return
    const isToFooter = (hasFooter || isAddTabStop) && !event.shiftKey
    if (event.key === 'Tab' && list.data && !isToFooter) return onLeave()
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (newName !== null && isAddActive) return onAdd(newName)
    const active = listbox.findActive(found.rows)
    if (active && !found.removed.has(active.id)) choose(active)
  }

  return (
    <>
      <input
        ref={ref}
        {...listbox.fieldProps(options)}
        aria-label="Search by name, email or phone"
        placeholder="Search by name, email or phone..."
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        value={search}
        onChange={(event) => {
          onSearch(event.target.value)
          listbox.resetActive()
        }}
        onKeyDown={chooseByKey}
        className="h-11 w-full shrink-0 border-b bg-transparent px-4 text-base outline-none placeholder:text-muted-foreground md:text-sm"
      />
      {list.data ? (
        <ListboxOptions
          key={search}
          className="max-h-80"
          listbox={listbox}
          label={label}
          found={found}
          hasAction={newName !== null}
          onChoose={({ id, name }) => onChoose({ id, name })}
        >
          {(row) => <PartyOption row={row} isChosen={row.id === value?.id} />}
        </ListboxOptions>
      ) : (
        <ListPlaceholder
          list={{
            isError: list.isError,
            refetch: () => {
              ref.current?.focus()
              list.refetch()
            },
          }}
          loading="Loading..."
          failure={failure}
        />
      )}
      <output
        className={
          isEmpty
            ? cn('block px-4 pt-4 text-center text-sm', newName === null ? 'pb-6' : 'pb-3')
            : 'sr-only'
        }
      >
        {isEmpty ? 'No results.' : formatResultCount(found.count)}
      </output>
      {newName !== null && (
        <ListboxAction
          listbox={listbox}
          label={`Add "${newName}"`}
          isActive={isAddActive}
          isTabStop={isAddTabStop}
          onChoose={() => onAdd(newName)}
          onLeave={hasFooter ? undefined : onLeave}
        >
          <Plus aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          {/* Only the name is truncated, so that its closing quotation mark stays. */}
          <span className="flex min-w-0 whitespace-pre">
            {'Add "'}
            <span className="truncate">{newName}</span>
            {'"'}
          </span>
        </ListboxAction>
      )}
    </>
  )
}

/** The typed name, unless a party has it already. Null if there is none, or as long as the list loads. */
function nameToAdd(search: string, parties: PartyRow[] | undefined) {
  const typed = search.trim()
  if (typed === '' || !parties) return null
  const key = typed.toLowerCase()
  return parties.some(({ name }) => name.trim().toLowerCase() === key) ? null : typed
}

function PartyOption({
  row: { name, email, phone },
  isChosen,
}: {
  row: PartyRow
  isChosen: boolean
}) {
  return (
    <>
      <span className="grid min-w-0 flex-1">
        <span className="truncate">{name}</span>
        <span className="truncate text-xs text-muted-foreground">{phone || email}</span>
      </span>
      {isChosen && (
        <>
          <Check aria-hidden className="size-4 shrink-0 text-primary" />
          <span className="sr-only">chosen</span>
        </>
      )}
    </>
  )
}
