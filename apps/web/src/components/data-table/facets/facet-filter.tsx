import { CirclePlus } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import type { FacetOption } from '@/lib/rows/row-facets'

export interface FacetFilterProps {
  title: string
  options: readonly FacetOption[]
  chosen: readonly string[]
  choose: (values: string[]) => void
}

/** Not a part of the first list's script. */
const FacetOptions = lazyDialog(
  () => import('./facet-options').then((file) => file.FacetOptions),
  'popover',
)

export function FacetFilter(props: FacetFilterProps) {
  const { title, chosen } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" className="border-dashed">
          <CirclePlus aria-hidden />
          {title}
          <FacetBadges chosen={chosen} />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={title} className="w-60 p-1">
        <FacetOptions {...props} onClose={() => setIsOpen(false)} />
      </PopoverContent>
    </Popover>
  )
}

function FacetBadges({ chosen }: { chosen: readonly string[] }) {
  if (chosen.length === 0) return null
  const badge =
    'max-w-32 min-w-0 truncate rounded-sm bg-secondary px-1.5 py-0.5 text-xs font-normal'
  return (
    <span className="flex min-w-0 items-center gap-1 border-l pl-2">
      {chosen.length > 2 ? (
        <span className={badge}>{chosen.length} selected</span>
      ) : (
        chosen.map((value) => (
          <span key={value} className={badge}>
            {value}
          </span>
        ))
      )}
    </span>
  )
}
