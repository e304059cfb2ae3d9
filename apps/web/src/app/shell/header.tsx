import type { SessionUser } from '@stockie/contracts'
import { Link } from 'react-router-dom'

import { Logo } from '@/components/logo'

import { NavButton } from './nav-button'
import { HeaderSearchBox } from './header-search-box'
import { OutageNotice } from './outage-notice'
import { ThemeMenu } from './theme-menu'
import { UserMenu } from './user-menu'

export function Header({ user }: { user: SessionUser }) {
  return (
    <header className="sticky top-0 z-40 flex h-16 items-center gap-2 border-b bg-header pr-3 pl-2 sm:pr-4 lg:gap-6 lg:pl-0">
      <NavButton />
      <div className="flex h-16 items-center lg:w-64 lg:border-b lg:border-sidebar-border lg:bg-sidebar lg:pl-5 lg:text-sidebar-foreground">
        <Link
          to="/"
          className="flex rounded-md p-1 outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 lg:focus-visible:ring-sidebar-ring"
        >
          <Logo />
        </Link>
      </div>
      <div className="hidden flex-1 sm:block">
        <HeaderSearchBox />
      </div>
      <div className="ml-auto flex items-center gap-1">
        <ThemeMenu />
        <UserMenu user={user} />
      </div>
      {/* It polls, and the API answers nothing before the first step. */}
      {!(user.mustChangePassword ?? user.mustSetUpSecondFactor) && <OutageNotice />}
    </header>
  )
}
