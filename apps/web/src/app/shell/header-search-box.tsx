import { Search } from 'lucide-react'

import { Input } from '@/components/ui/input'

/** Does nothing: the specification asks for an inert search box. */
export function HeaderSearchBox() {
  return (
    <div className="relative w-full max-w-sm">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted-foreground"
      />
      <Input type="search" aria-label="Search" placeholder="Search" className="pl-9" />
    </div>
  )
}
