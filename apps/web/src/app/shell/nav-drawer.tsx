import { Menu } from 'lucide-react'
import { useState } from 'react'

import { Logo } from '@/components/logo'
import { Button } from '@/components/ui/button'
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from '@/components/ui/sheet'

import { Nav } from './nav'
import { SearchBox } from './search-box'

/** The navigation of small screens. Escape closes it, and so does picking an item. */
export function NavDrawer() {
  const [open, setOpen] = useState(false)
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Open navigation" className="lg:hidden">
          <Menu aria-hidden className="size-5" />
        </Button>
      </SheetTrigger>
      <SheetContent
        aria-describedby={undefined}
        className="bg-sidebar text-sidebar-foreground lg:hidden"
      >
        <SheetTitle className="flex h-16 items-center px-5">
          <Logo />
          <span className="sr-only">Navigation</span>
        </SheetTitle>
        <div className="px-3 sm:hidden">
          <SearchBox />
        </div>
        <Nav onPick={() => setOpen(false)} />
      </SheetContent>
    </Sheet>
  )
}
