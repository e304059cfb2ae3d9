import { ownerRole, roleName, type SessionUser } from '@stockie/contracts'
import { Link, useLocation } from 'react-router-dom'

import { useMayImport } from '@/components/import/list-import'
import { PageHeader } from '@/components/page-header'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { useSession } from '@/lib/session/session-store'

import { ActivityTab } from './activity-tab'
import { BackupsTab } from './backups/backups-tab'
import { ImportsTab } from './imports-tab'
import { PasswordForm } from './password-form'
import { RecentlyDeleted } from './recently-deleted'
import { SecondFactorCard } from './second-factor/second-factor-card'
import { SessionList } from './session-list'
import { ShopTab } from './shop/shop-tab'
import { SecondFactorRequirement } from './shop/second-factor-requirement'
import { StaffList } from './staff/staff-list'

/** In the same file, so that the app's first file names no further one. */
export { FirstStepPage } from './first-step-page'

const tabs = [
  { name: 'account', label: 'Account', description: 'Your account, and how you sign in.' },
  { name: 'staff', label: 'Staff', description: 'Who may sign in, and what they may do.' },
  {
    name: 'shop',
    label: 'Shop',
    description: 'What slips and prints say of your shop, and its closed books.',
  },
  {
    name: 'backups',
    label: 'Backups',
    description: 'Copies of the whole shop, and how to restore one.',
  },
  { name: 'imports', label: 'Imports', description: 'What came from files, and how to undo it.' },
  { name: 'activity', label: 'Activity', description: 'Who did what, and when.' },
] as const

type Tab = (typeof tabs)[number]

export function ProfilePage() {
  const session = useSession()
  const { search } = useLocation()
  const mayImport = useMayImport()
  if (session.authState !== 'Success') return null

  const allowed = tabs.filter(
    ({ name }) =>
      session.role === ownerRole || name === 'account' || (name === 'imports' && mayImport),
  )
  const wanted = new URLSearchParams(search).get('tab')
  const shown = allowed.find(({ name }) => name === wanted) ?? tabs[0]
  return (
    <div className="grid max-w-3xl gap-6">
      <PageHeader title="Profile">{shown.description}</PageHeader>
      {allowed.length > 1 && <ProfileTabs tabs={allowed} shown={shown} />}
      {shown.name === 'account' && <AccountTab user={session} />}
      {shown.name === 'staff' && <StaffTab ownId={session.id} />}
      {shown.name === 'shop' && <ShopTab />}
      {shown.name === 'backups' && <BackupsTab />}
      {shown.name === 'imports' && <ImportsTab />}
      {shown.name === 'activity' && <ActivityTab />}
    </div>
  )
}

/** Links, so that each tab has its address and the browser's Back leads to the one before. */
function ProfileTabs({ tabs: all, shown }: { tabs: readonly Tab[]; shown: Tab }) {
  return (
    <nav aria-label="Profile" className="flex flex-wrap gap-x-1 border-b">
      {all.map(({ name, label }) => (
        <Link
          key={name}
          to={name === 'account' ? '/profile' : `/profile?tab=${name}`}
          aria-current={name === shown.name ? 'page' : undefined}
          className="-mb-px rounded-t-md border-b-2 border-transparent px-3 py-2 text-sm font-medium text-muted-foreground outline-none hover:text-foreground focus-visible:ring-[3px] focus-visible:ring-ring/60 aria-[current]:border-primary aria-[current]:text-foreground"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function StaffTab({ ownId }: { ownId: number }) {
  return (
    <>
      <StaffList ownId={ownId} />
      <SecondFactorRequirement />
    </>
  )
}

function AccountTab({ user }: { user: SessionUser }) {
  const facts = [
    ['Name', user.name],
    ['Email', user.email],
    ['Role', roleName(user.role)],
  ] as const
  return (
    <>
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
          <PasswordForm email={user.email} />
        </CardContent>
      </Card>
      <SecondFactorCard user={user} />
      <SessionList />
      {user.role === ownerRole && <RecentlyDeleted />}
    </>
  )
}
