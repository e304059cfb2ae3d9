import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { isCurrentItem, navItems, type NavLinkItem } from '@/app/nav-items'
import { cn } from '@/lib/cn'

/** The classes of a navigation row, for links and for groups. */
const navRow = `flex h-10 w-full items-center gap-3 rounded-md px-3 text-sm
  text-sidebar-foreground outline-none transition-colors hover:bg-sidebar-accent/60
  focus-visible:ring-2 focus-visible:ring-sidebar-ring`

interface NavEntryProps {
  title: string
  path: string
  icon?: LucideIcon
}

function NavEntry({ title, path, icon: Icon }: NavEntryProps) {
  const { pathname } = useLocation()
  const isCurrent = isCurrentItem(path, pathname)
  return (
    <Link
      to={path}
      // A second history entry of the current page would make Back do nothing.
      replace={pathname === path}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        navRow,
        !Icon && 'pl-10.5',
        isCurrent && 'bg-sidebar-accent font-medium text-sidebar-accent-foreground',
      )}
    >
      {Icon && <Icon aria-hidden className="size-4.5 text-sidebar-muted" />}
      {title}
    </Link>
  )
}

interface NavGroupProps {
  title: string
  icon: LucideIcon
  items: readonly NavLinkItem[]
}

function NavGroup({ title, icon: Icon, items }: NavGroupProps) {
  const [open, setOpen] = useState(true)
  const listId = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className={navRow}
      >
        <Icon aria-hidden className="size-4.5 text-sidebar-muted" />
        {title}
        <ChevronDown
          aria-hidden
          className={cn(
            'ml-auto size-4 text-sidebar-muted transition-transform',
            !open && '-rotate-90',
          )}
        />
      </button>
      <ul id={listId} hidden={!open} className="mt-1 grid gap-1 [&[hidden]]:hidden">
        {items.map((item) => (
          <li key={item.path}>
            <NavEntry {...item} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The navigation of the sidebar and of the drawer. */
export function Nav() {
  return (
    <nav aria-label="Main" className="flex-1 overflow-y-auto p-3">
      <ul className="grid gap-1">
        {navItems.map((item) => (
          <li key={item.title}>
            {'path' in item ? <NavEntry {...item} /> : <NavGroup {...item} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}
