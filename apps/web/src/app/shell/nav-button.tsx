import { Menu } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { lazyDialog } from '@/components/lazy-dialog'
import { Button } from '@/components/ui/button'

// Wide screens never need it, and the first list does not wait for it.
const NavDrawer = lazyDialog(() => import('./nav-drawer').then((file) => file.NavDrawer))

/** From this width the sidebar is shown: Tailwind's lg. */
const wideScreen = '(min-width: 64rem)'

/** Opens the navigation of small screens, which belongs to the page on which it was opened. */
export function NavButton() {
  const locationKey = useLocation().key
  const [openKey, setOpenKey] = useState<string | null>(null)
  const close = useCallback(() => setOpenKey(null), [])
  // Back to the page on which it was open must not open it again.
  if (openKey !== null && openKey !== locationKey) setOpenKey(null)

  useEffect(() => {
    const screen = window.matchMedia(wideScreen)
    screen.addEventListener('change', close)
    return () => screen.removeEventListener('change', close)
  }, [close])

  const isOpen = openKey === locationKey
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpenKey(locationKey)}
        className="lg:hidden"
      >
        <Menu aria-hidden className="size-5" />
      </Button>
      <NavDrawer isOpen={isOpen} onClose={close} />
    </>
  )
}
