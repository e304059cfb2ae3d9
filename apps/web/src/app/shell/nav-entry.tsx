import type { LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'

import { isCurrentItem } from '@/app/nav-items'
import { cn } from '@/lib/cn'

import { navRow } from './nav-row'

interface NavEntryProps {
  title: string
  path: string
  icon?: LucideIcon
}

export function NavEntry({ title, path, icon: Icon }: NavEntryProps) {
  const { pathname } = useLocation()
  const isCurrent = isCurrentItem(path, pathname)
  return (
    <Link
      to={path}
      // To where one is already, Back would lead nowhere.
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
