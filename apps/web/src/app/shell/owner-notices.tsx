import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import { OverdueBackupNotice } from '@/features/profile/backups/overdue-backup-notice'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { readTabValue, writeTabValue } from '@/lib/tab/tab-storage'
import { useTabKey } from '@/lib/tab/use-tab-key'
import { knownLogins } from '@/resources/account'

/**
 * The tasks that an owner should do soon. It sticks to the bottom of the window, so that it moves no content when it
 * appears. Below a form with buttons there, it follows the form instead.
 */
export function OwnerNotices(): ReactNode {
  return (
    <div className="sticky bottom-0 z-10 [html:has([data-slot=submit-bar])_&]:static">
      <OverdueBackupNotice />
      <KnownLoginsNotice />
    </div>
  )
}

/** Tells an owner which accounts anyone could sign in to. */
export function KnownLoginsNotice() {
  const key = useTabKey('closed', 'public-passwords')
  const [isClosed, setIsClosed] = useState(() => readTabValue(key) !== '')
  const [isOpen, setIsOpen] = useState(false)
  const { data: accounts = [] } = useQuery({ ...knownLogins, enabled: !isClosed })
  if (isClosed || accounts.length === 0) return null

  function close() {
    writeTabValue(key, 'true')
    setIsClosed(true)
  }

  const isOne = accounts.length === 1
  return (
    <aside
      aria-label="Public passwords"
      className="flex flex-wrap items-center justify-end gap-x-2 border-t border-border bg-card py-1.5 pr-1.5 pl-4 text-sm sm:gap-x-3 sm:px-6 sm:py-3 lg:px-8"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p
        className={cn(
          'min-w-0 flex-1 wrap-anywhere',
          isOpen && 'max-sm:order-last max-sm:basis-full max-sm:py-2 max-sm:pr-2.5',
        )}
      >
        <span className={cn(isOpen ? 'hidden' : 'sm:hidden')}>
          {accounts.length} {isOne ? 'account has' : 'accounts have'} a public password.
        </span>
        <span className={cn(!isOpen && 'max-sm:hidden')}>
          {formatEmails(accounts.map(({ email }) => email))} still {isOne ? 'has' : 'have'} the
          password of the demo, which is public. Open{' '}
          <Link to="/profile?tab=staff" className="font-medium underline underline-offset-4">
            Staff
          </Link>{' '}
          to set another one or to remove the {isOne ? 'account' : 'accounts'}. The command{' '}
          <code>users password</code> sets one too.
        </span>
      </p>
      {/* It stays when the text is open, so that it keeps the focus. */}
      <Button
        variant="ghost"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="ml-auto px-3 sm:hidden"
      >
        {isOpen ? 'Less' : 'Details'}
      </Button>
      <Button variant="outline" onClick={close} className="max-sm:w-10 max-sm:px-0">
        <X aria-hidden className="sm:hidden" />
        <span className="max-sm:sr-only">Close</span>
      </Button>
    </aside>
  )
}

const emailList = new Intl.ListFormat('en')

function formatEmails(emails: string[]) {
  return emailList.format(emails)
}
