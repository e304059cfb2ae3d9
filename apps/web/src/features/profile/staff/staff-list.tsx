import { roleName, type UserCreated, type UserRow } from '@stockie/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  EllipsisVertical,
  KeyRound,
  LogOut,
  Pencil,
  Plus,
  ShieldOff,
  UserRoundX,
} from 'lucide-react'
import { useRef, useState } from 'react'

import { ActionQuestion } from '@/components/crud/action-question'
import { useEditedRecord } from '@/components/crud/use-edited-record'
import { ListPlaceholder } from '@/components/list-placeholder'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { formatCount, formatDateTime } from '@/lib/format'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { useOwnChanges } from '@/lib/hooks/use-own-changes'

import { Badge } from '@/components/badge'
import { useFocusNextButton } from '@/components/use-focus-next-button'
import { OneTimePasswordDialog } from './one-time-password-dialog'
import { StaffDialog } from './staff-dialog'
import {
  endStaffSessions,
  removeStaff,
  resetPassword,
  staffList,
  staffResource,
  turnOffStaffSecondFactor,
} from './staff-requests'

/** The open question about an account. */
type Question = { about: 'password' | 'secondFactor' | 'removal'; user: UserRow }

const listed = staffResource(() => {})

/** The accounts of the shop, for its owner. */
export function StaffList({ ownId }: { ownId: number }) {
  const list = useQuery(staffList)
  // The buttons stay below the pointer while another owner adds and removes accounts.
  const { list: rows, areaRef } = useHeldList(list.data, {
    isSamePlaces: (shown, next) => haveSamePlaces(shown, next, ({ id }) => id),
    isOwnChange: useOwnChanges(list),
  })
  const focus = useFocusNextButton()
  const { editing, setEditing } = useEditedRecord(listed)
  const [question, setQuestion] = useState<Question | null>(null)
  const [given, setGiven] = useState<UserCreated | null>(null)

  return (
    <Card>
      <CardHeader className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid flex-1 basis-60 gap-1">
          <CardTitle>Staff</CardTitle>
          <CardDescription>
            The accounts that may sign in. A removed account keeps its name on what it recorded.
          </CardDescription>
        </div>
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden />
          Add account
        </Button>
      </CardHeader>
      <CardContent className="pt-1 pb-4">
        {rows ? (
          <div {...focus} className="outline-none">
            <ul ref={areaRef} aria-label="Staff" className="divide-y">
              {rows.map((user) => (
                <StaffMember
                  key={user.id}
                  user={user}
                  isOwn={user.id === ownId}
                  onEdit={() => setEditing(user)}
                  onAsk={(about) => setQuestion({ about, user })}
                />
              ))}
            </ul>
          </div>
        ) : (
          <ListPlaceholder list={list} loading="Loading staff..." failure="Failed to load staff." />
        )}
      </CardContent>
      {editing !== null && (
        <StaffDialog editing={editing} onCreated={setGiven} onClose={() => setEditing(null)} />
      )}
      {question !== null && (
        <AskedQuestion question={question} onGiven={setGiven} onClose={() => setQuestion(null)} />
      )}
      {given !== null && editing === null && question === null && (
        <OneTimePasswordDialog given={given} onClose={() => setGiven(null)} />
      )}
    </Card>
  )
}

interface AskedQuestionProps {
  question: Question
  onGiven: (given: UserCreated) => void
  onClose: () => void
}

function AskedQuestion({ question: { about, user }, onGiven, onClose }: AskedQuestionProps) {
  if (about === 'removal') {
    return (
      <ActionQuestion
        title="Remove Account"
        description={`${user.name} (${user.email}) is signed out everywhere and can no longer sign in.`}
        action={removeStaff(user)}
        actionLabel="Remove"
        isDestructive
        onDone={onClose}
        onClose={onClose}
      />
    )
  }
  if (about === 'secondFactor') {
    return (
      <ActionQuestion
        title="Turn Off Second Factor"
        description={`For a lost phone: ${user.name} (${user.email}) then signs in with the password alone. Make sure that it is really ${user.name} who asks.`}
        action={turnOffStaffSecondFactor(user)}
        actionLabel="Turn off"
        isDestructive
        onDone={onClose}
        onClose={onClose}
      />
    )
  }
  return (
    <ActionQuestion
      title="New Password"
      description={`${user.name} is signed out everywhere, and needs the new one-time password to sign in. The present password no longer works.`}
      action={resetPassword(user)}
      actionLabel="Create password"
      onDone={({ password }) => {
        onClose()
        onGiven({ user, password })
      }}
      onClose={onClose}
    />
  )
}

interface StaffMemberProps {
  user: UserRow
  isOwn: boolean
  onEdit: () => void
  onAsk: (about: Question['about']) => void
}

function StaffMember({ user, isOwn, onEdit, onAsk }: StaffMemberProps) {
  const { name, email, role, lastSeenAt, sessions, secondFactor, mustChangePassword } = user
  const endSessions = useMutation(endStaffSessions(user))
  const chosen = useRef<() => void>(null)

  /** Runs it after the menu has returned the focus to its button, to which a dialog then returns it too. */
  function choose(action: () => void) {
    return () => {
      chosen.current = action
    }
  }

  function runChosen() {
    chosen.current?.()
    chosen.current = null
  }

  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {name}
          <Badge>{roleName(role)}</Badge>
          {isOwn && <Badge>You</Badge>}
          {secondFactor && <Badge>Second factor</Badge>}
          {mustChangePassword && <Badge>One-time password</Badge>}
        </p>
        <p className="wrap-anywhere">{email}</p>
        <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
          {lastSeenAt === null ? (
            'No sign-in listed'
          ) : (
            <>
              Last seen <time dateTime={lastSeenAt}>{formatDateTime(lastSeenAt)}</time>
            </>
          )}
          {' · '}
          <span className="whitespace-nowrap">
            {sessions === 1 ? '1 session' : `${formatCount(sessions)} sessions`}
          </span>
        </p>
      </div>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="icon">
            <EllipsisVertical aria-hidden />
            <span className="sr-only">Actions for {name}</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" onCloseAutoFocus={runChosen}>
          <DropdownMenuItem onSelect={choose(onEdit)}>
            <Pencil aria-hidden />
            Edit
          </DropdownMenuItem>
          {!isOwn && (
            <>
              <DropdownMenuItem onSelect={choose(() => onAsk('password'))}>
                <KeyRound aria-hidden />
                New password
              </DropdownMenuItem>
              {/* Also at 0: a token of a session that is not listed may still be valid. */}
              <DropdownMenuItem onSelect={() => endSessions.mutate()}>
                <LogOut aria-hidden />
                End sessions
              </DropdownMenuItem>
              {secondFactor && (
                <DropdownMenuItem onSelect={choose(() => onAsk('secondFactor'))}>
                  <ShieldOff aria-hidden />
                  Turn off second factor
                </DropdownMenuItem>
              )}
              <DropdownMenuItem onSelect={choose(() => onAsk('removal'))}>
                <UserRoundX aria-hidden />
                Remove
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </li>
  )
}
