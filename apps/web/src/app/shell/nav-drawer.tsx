import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { Logo } from '@/components/logo'
import { Button } from '@/components/ui/button'
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from '@/components/ui/sheet'

import { Nav } from './navigation'
import { HeaderSearchBox } from './header-search-box'

/** From this width the sidebar is shown: Tailwind's lg. */
const wideScreen = '(min-width: 64rem)'

/** The navigation of small screens. Escape and every navigation close it. */
export function NavDrawer() {
  const locationKey = useLocation().key
  const [openKey, setOpenKey] = useState<string | null>(null)

  useEffect(() => {
    const screen = window.matchMedia(wideScreen)
    const close = () => setOpenKey(null)
    screen.addEventListener('change', close)
    return () => screen.removeEventListener('change', close)
  }, [])

  return (
    <Sheet
      open={openKey === locationKey}
      onOpenChange={(open) => setOpenKey(open ? locationKey : null)}
    >
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
          <HeaderSearchBox />
        </div>
        <Nav />
      </SheetContent>
    </Sheet>
  )
}
