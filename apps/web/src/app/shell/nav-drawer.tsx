import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { Logo } from '@/components/logo'
import { Button } from '@/components/ui/button'
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from '@/components/ui/sheet'

import { Nav } from './navigation'
import { HeaderSearchBox } from './header-search-box'

/** Where the sidebar is shown: Tailwind's lg. */
const wideScreen = '(min-width: 64rem)'

/** The navigation of small screens. Escape closes it, and so does going anywhere. */
export function NavDrawer() {
  const here = useLocation().key
  const [openAt, setOpenAt] = useState<string | null>(null)

  useEffect(() => {
    const screen = window.matchMedia(wideScreen)
    const close = () => setOpenAt(null)
    screen.addEventListener('change', close)
    return () => screen.removeEventListener('change', close)
  }, [])

  return (
    <Sheet open={openAt === here} onOpenChange={(open) => setOpenAt(open ? here : null)}>
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
