import type { SessionRow } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { formatDateTime } from '@/lib/format'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { useOwnChanges } from '@/lib/hooks/use-own-changes'
import { endOtherSessions, endSession, sessions } from '@/resources/account'

import { Badge } from '@/components/badge'
import { RowActionButton } from './row-action-button'
import { useFocusNextButton } from '@/components/use-focus-next-button'

/** The devices on which the account is signed in, with buttons that end their sessions. */
export function SessionList() {
  const list = useQuery(sessions)
  // The buttons stay below the pointer while sessions begin and end elsewhere.
  const { list: rows, areaRef } = useHeldList(list.data, {
    isSamePlaces: (shown, next) => haveSamePlaces(shown, next, ({ id }) => id),
    isOwnChange: useOwnChanges(list),
  })
  const focus = useFocusNextButton()
  const refetch = () => list.refetch({ cancelRefetch: false })

  return (
    <Card>
      <CardHeader>
        <CardTitle>Sessions</CardTitle>
        <CardDescription>
          The devices on which you are signed in. End a session that you do not know, and change
          your password.
        </CardDescription>
      </CardHeader>
      <CardContent className="pt-1 pb-4">
        {rows ? (
          <div {...focus} className="outline-none">
            <ul ref={areaRef} aria-label="Sessions" className="divide-y">
              {rows.map((row) => (
                <Session key={row.id} row={row} refetch={refetch} />
              ))}
            </ul>
            {rows.length > 2 && (
              <div className="border-t pt-4">
                <RowActionButton
                  action={endOtherSessions}
                  icon={<LogOut aria-hidden />}
                  refetch={refetch}
                >
                  End all others
                </RowActionButton>
              </div>
            )}
          </div>
        ) : (
          <ListPlaceholder
            list={list}
            loading="Loading sessions..."
            failure="Failed to load sessions."
          />
        )}
      </CardContent>
    </Card>
  )
}

interface SessionProps {
  row: SessionRow
  refetch: () => Promise<{ isError: boolean }>
}

function Session({ row, refetch }: SessionProps) {
  const { address, createdAt, lastSeenAt, current } = row
  const device = row.device ?? 'Unknown device'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {device}
          {current && <Badge>This device</Badge>}
        </p>
        <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
          {address} · Signed in <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {!current && (
            <>
              {' · '}Last seen <time dateTime={lastSeenAt}>{formatDateTime(lastSeenAt)}</time>
            </>
          )}
        </p>
      </div>
      {!current && (
        <RowActionButton action={endSession(row)} icon={<LogOut aria-hidden />} refetch={refetch}>
          End
          <span className="sr-only">
            {' '}
            the session of {device}, last seen {formatDateTime(lastSeenAt)}
          </span>
        </RowActionButton>
      )}
    </li>
  )
}
