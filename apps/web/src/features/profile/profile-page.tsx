import { ownerRole, roleName } from '@stockie/contracts'

import { PageHeader } from '@/components/page-header'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { useSession } from '@/lib/session/session-store'

import { PasswordForm } from './password-form'
import { RecentlyDeleted } from './recently-deleted'
import { SessionList } from './session-list'

export function ProfilePage() {
  const session = useSession()
  if (session.authState !== 'Success') return null

  const facts = [
    ['Name', session.name],
    ['Email', session.email],
    ['Role', roleName(session.role)],
  ] as const
  return (
    <div className="grid max-w-3xl gap-6">
      <PageHeader title="Profile">Your account and its password.</PageHeader>
      <Card>
        <CardHeader>
          <CardTitle>Account</CardTitle>
        </CardHeader>
        <CardContent>
          <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[8rem_1fr]">
            {facts.map(([term, value]) => (
              <div key={term} className="contents">
                <dt className="text-muted-foreground">{term}</dt>
                <dd className="font-medium wrap-anywhere max-sm:-mt-2">{value}</dd>
              </div>
            ))}
          </dl>
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Password</CardTitle>
          <CardDescription>Changing it ends every other session of yours.</CardDescription>
        </CardHeader>
        <CardContent>
          <PasswordForm email={session.email} />
        </CardContent>
      </Card>
      <SessionList />
      {session.role === ownerRole && <RecentlyDeleted />}
    </div>
  )
}
