import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/components/ui/button'
import { knownLogins } from '@/resources/account'

/**
 * Tells an owner which accounts anyone could sign in to. It stays at the bottom of the window, so that it
 * moves no content when it appears.
 */
export function KnownLoginsNotice() {
  const [isClosed, setIsClosed] = useState(false)
  const { data: accounts = [] } = useQuery(knownLogins)
  if (isClosed || accounts.length === 0) return null
  return (
    <aside
      aria-label="Public passwords"
      className="sticky bottom-0 z-10 flex flex-wrap items-start justify-end gap-x-3 gap-y-2 border-t border-border bg-card px-4 py-3 text-sm sm:items-center sm:px-6 lg:px-8"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning max-sm:mt-0.5" />
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        {formatEmails(accounts.map(({ email }) => email))} still{' '}
        {accounts.length === 1 ? 'has' : 'have'} the password of the demo, which is public. Set
        another one with the command <code>users password</code>, or remove the{' '}
        {accounts.length === 1 ? 'account' : 'accounts'}.
      </p>
      <Button variant="outline" onClick={() => setIsClosed(true)}>
        Close
      </Button>
    </aside>
  )
}

const emailList = new Intl.ListFormat('en')

function formatEmails(emails: string[]) {
  return emailList.format(emails)
}
