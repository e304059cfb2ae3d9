import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'

import { formatCount } from '@/lib/format'
import { backupStatus } from './backup-requests'

/** Tells an owner on every other screen that no backup was verified for too long. It goes after a verified one. */
export function OverdueBackupNotice() {
  const { pathname, search } = useLocation()
  const { data } = useQuery(backupStatus)
  const isOnBackups =
    pathname === '/profile' && new URLSearchParams(search).get('tab') === 'backups'
  if (!data?.overdue || isOnBackups) return null
  return (
    <aside
      aria-label="Backup overdue"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-border bg-card px-4 py-2.5 text-sm sm:px-6 lg:px-8"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1">
        No backup was verified in the last {formatCount(data.hours)} hours.{' '}
        <Link
          to="/profile?tab=backups"
          className="rounded-sm font-medium underline underline-offset-4 outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60"
        >
          Show the backups
        </Link>
      </p>
    </aside>
  )
}
