import { ChevronsUpDown, Pin } from 'lucide-react'
import { useRef, useState, type ComponentType, type KeyboardEvent, type Ref } from 'react'

import { Field } from '@/components/form/field'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { cn } from '@/lib/cn'
import type { Party } from '@/lib/drafts/draft'

import { useAddedRow } from '@/components/document/use-added-row'
import { PartyList, type PartyRow } from './party-list'
import { useMergedRef } from '@/lib/hooks/use-merged-ref'

interface Usual {
  party: Party | null
  /** The name of a document, such as 'sale'. */
  noun: string
  onChange: (party: Party | null) => void
}

/** The form of a new customer or supplier with this name. */
export type NewPartyDialog = ComponentType<{
  editing: 'new'
  name: string
  onCreated: (party: Party) => void
  onClose: () => void
}>

interface PartySelectProps {
  ref: Ref<HTMLButtonElement>
  label: string
  placeholder: string
  list: { data: PartyRow[] | undefined; isError: boolean; refetch: () => unknown }
  Dialog: NewPartyDialog
  value: Party | null
  onChange: (party: Party) => void
  failure: string
  /** The error of the chosen party. */
  error?: string | undefined
  /** The party that new documents start with, if users may set one. */
  usual?: Usual | undefined
}

/** A searchable select. Typing on its button starts the search. */
export function PartySelect({
  ref,
  label,
  placeholder,
  list,
  Dialog,
  value,
  onChange,
  failure,
  error,
  usual,
}: PartySelectProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [newName, setNewName] = useState<string | null>(null)
  const [added, setAdded] = useAddedRow<Party>(list.data)
  const button = useMergedRef(ref)
  const field = useRef<HTMLInputElement>(null)
  // Another user may have renamed or deleted it since it was chosen.
  const current = value && list.data?.find(({ id }) => id === value.id)
  const isAdded = value !== null && value.id === added?.id
  const isDeleted = value !== null && list.data !== undefined && !current && !isAdded
  const name = (current ?? value)?.name
  const isUsual = value !== null && value.id === usual?.party?.id

  function open(isWanted: boolean) {
    if (isWanted) setSearch('')
    setIsOpen(isWanted)
  }

  function openByKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.length === 1 && event.key !== ' ') {
      // A second letter may arrive before the search has the focus.
      setSearch(isOpen ? search + event.key : event.key)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setSearch('')
    else return
    event.preventDefault()
    setIsOpen(true)
  }

  /** Focuses the button at once, so that it receives the next key. */
  function close() {
    button.current?.focus()
    setIsOpen(false)
  }

  return (
    <>
      <Field
        label={label}
        error={error ?? (isDeleted ? deletedMessage(label) : undefined)}
        hint={isUsual ? `The usual ${label.toLowerCase()} of this till` : undefined}
      >
        {({ id, ...control }) => (
          <Popover open={isOpen} onOpenChange={open}>
            <PopoverTrigger asChild>
              <Button
                ref={button}
                id={id}
                {...control}
                type="button"
                // HTML has no element for a searchable select.
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                role="combobox"
                aria-expanded={isOpen}
                aria-controls={`${id}-list`}
                aria-labelledby={`${id}-label ${id}-value`}
                variant="outline"
                className="min-w-0 justify-between border-input px-3 font-normal"
                onKeyDown={openByKey}
              >
                <span
                  id={`${id}-value`}
                  title={name}
                  className={cn('truncate', value === null && 'text-muted-foreground')}
                >
                  {name ?? placeholder}
                </span>
                <ChevronsUpDown aria-hidden className="text-muted-foreground" />
              </Button>
            </PopoverTrigger>
            <PopoverContent
              id={`${id}-list`}
              aria-label={label}
              className="flex w-(--radix-popover-trigger-width) min-w-72 flex-col overflow-hidden p-0"
              onOpenAutoFocus={(event) => {
                // Radix would select the letter that opened the list, and the next one would replace it.
                event.preventDefault()
                field.current?.focus()
              }}
              onEscapeKeyDown={close}
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                // A key or a click has moved the focus, but Back has not.
                if (document.activeElement === document.body) button.current?.focus()
              }}
            >
              <PartyList
                ref={field}
                label={label}
                list={list}
                failure={failure}
                value={value}
                search={search}
                onSearch={setSearch}
                onChoose={(party) => {
                  onChange(party)
                  close()
                }}
                onAdd={(typed) => {
                  // The dialog returns the focus to the button.
                  close()
                  setNewName(typed)
                }}
                onLeave={close}
                hasFooter={usual !== undefined && value !== null}
              />
              {usual && value && (
                <div className="grid shrink-0 border-t p-1">
                  <Button
                    type="button"
                    variant="ghost"
                    className="justify-start px-3 font-normal"
                    onClick={() => {
                      usual.onChange(isUsual ? null : { id: value.id, name: name ?? value.name })
                      close()
                    }}
                    onKeyDown={({ key, shiftKey }) => key === 'Tab' && !shiftKey && close()}
                  >
                    <Pin aria-hidden className="text-muted-foreground" />
                    <span className="truncate">
                      {isUsual ? 'Stop starting' : 'Start'} every {usual.noun} with {name}
                    </span>
                  </Button>
                </div>
              )}
            </PopoverContent>
          </Popover>
        )}
      </Field>
      {newName !== null && (
        <Dialog
          editing="new"
          name={newName}
          onCreated={(party) => {
            setAdded(party)
            onChange({ id: party.id, name: party.name })
          }}
          onClose={() => setNewName(null)}
        />
      )}
    </>
  )
}

function deletedMessage(label: string) {
  return `This ${label.toLowerCase()} was deleted. Please choose another.`
}
