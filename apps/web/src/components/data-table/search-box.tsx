import { Search } from 'lucide-react'
import type { Ref } from 'react'

import { Input } from '@/components/ui/input'

interface SearchBoxProps {
  ref: Ref<HTMLInputElement>
  /** Says what is searched: it is the name too. */
  placeholder: string
  value: string
  onChange: (value: string) => void
}

export function SearchBox({ ref, placeholder, value, onChange }: SearchBoxProps) {
  return (
    <div className="relative min-w-0 flex-1 basis-48 sm:max-w-64">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        ref={ref}
        type="search"
        aria-label={placeholder.replace(/\.+$/, '')}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
        }}
        className="pl-9 [&::-webkit-search-cancel-button]:appearance-none"
      />
    </div>
  )
}
