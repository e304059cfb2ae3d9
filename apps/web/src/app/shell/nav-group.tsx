import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'

import type { NavLinkItem } from '@/app/nav-items'
import { cn } from '@/lib/cn'

import { NavEntry } from './nav-entry'
import { navRow } from './nav-row'

interface NavGroupProps {
  title: string
  icon: LucideIcon
  items: readonly NavLinkItem[]
}

export function NavGroup({ title, icon: Icon, items }: NavGroupProps) {
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
