import { Menu } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'

// Wide screens never need it, and the first list does not wait for it.
const NavDrawer = lazyDialog(() => import('./nav-drawer').then((file) => file.NavDrawer))

/** From this width the sidebar is shown: Tailwind's lg. */
const wideScreen = '(min-width: 64rem)'

/** Opens the navigation of small screens, which belongs to the page on which it was opened. */
export function NavButton() {
  const { pathname } = useLocation()
  const [openPath, setOpenPath] = useState<string | null>(null)
  const close = useCallback(() => setOpenPath(null), [])
  // Back to the page on which it was open must not open it again.
  if (openPath !== null && openPath !== pathname) setOpenPath(null)

  useEffect(() => {
    const screen = window.matchMedia(wideScreen)
    screen.addEventListener('change', close)
    return () => screen.removeEventListener('change', close)
  }, [close])

  const isOpen = openPath === pathname
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpenPath(pathname)}
        className="lg:hidden"
      >
        <Menu aria-hidden className="size-5" />
      </Button>
      <NavDrawer isOpen={isOpen} onClose={close} />
    </>
  )
}
