import { useState, type MouseEvent } from 'react'

import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { foldText } from '@/lib/rows/text-search'
import type { FacetFilterProps } from './facet-filter'

/** A list longer than this gets a search box. */
const searchThreshold = 8

interface FacetOptionsProps extends FacetFilterProps {
  /** Called if this code cannot be fetched. */
  onClose: () => void
}

export function FacetOptions({ title, options, chosen, choose }: FacetOptionsProps) {
  const [search, setSearch] = useState('')
  function clear({ currentTarget }: MouseEvent) {
    // The button disappears, so the dialog around it takes the focus.
    currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()
    choose([])
  }

  const shown = options.filter(({ value }) => foldText(value).includes(foldText(search.trim())))
  return (
    <>
      {options.length > searchThreshold && (
        <Input
          type="search"
          aria-label={`Filter ${title}`}
          placeholder={`${title}...`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="mb-1"
        />
      )}
      <fieldset className="max-h-76 min-w-0 overflow-y-auto">
        <legend className="sr-only">{title}</legend>
        {shown.map(({ value, count }) => (
          <label
            key={value}
            className="flex cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-2 text-sm hover:bg-accent"
          >
            <Checkbox
              checked={chosen.includes(value)}
              onChange={(event) =>
                choose(
                  event.target.checked
                    ? [...chosen, value]
                    : chosen.filter((other) => other !== value),
                )
              }
            />
            <span className="truncate">{value}</span>
            <span className="ml-auto text-muted-foreground tabular-nums">{count}</span>
          </label>
        ))}
        {shown.length === 0 && <p className="px-2.5 py-4 text-center text-sm">No results</p>}
      </fieldset>
      {chosen.length > 0 && (
        <div className="-mx-1 mt-1 border-t px-1 pt-1">
          <Button variant="ghost" className="w-full" onClick={clear}>
            Clear filters
          </Button>
        </div>
      )}
    </>
  )
}
