import { Logo } from '@/components/logo'
import { Sheet, SheetContent, SheetTitle } from '@/components/ui/sheet'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'

import { HeaderSearchBox } from './header-search-box'
import { Nav } from './navigation'

interface NavDrawerProps {
  isOpen: boolean
  onClose: () => void
}

/** The navigation of small screens. Escape, Back, every link and every other page close it. */
export function NavDrawer({ isOpen, onClose }: NavDrawerProps) {
  const returnedFocus = useRestoredFocus()
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        aria-describedby={undefined}
        className="bg-sidebar text-sidebar-foreground lg:hidden"
        onClick={({ target }) => target instanceof Element && target.closest('a') && onClose()}
        {...returnedFocus}
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
