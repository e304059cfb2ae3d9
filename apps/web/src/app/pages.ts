import { lazyPage } from './lazy-page'

/** What is behind the login is fetched when it is first shown; the login page waits for none. */
const loadShell = () => import('./shell/shell')

/** Ahead of its first showing, while the session is checked or somebody types a password. */
export function prepareShell() {
  loadShell().catch(() => {})
}

export const Shell = lazyPage(() => loadShell().then((file) => file.Shell))
export const PlaceholderPage = lazyPage(() =>
  import('./placeholder-page').then((file) => file.PlaceholderPage),
)
export const DashboardPage = lazyPage(() =>
  import('@/features/dashboard/dashboard-page').then((file) => file.DashboardPage),
)
export const UsersPage = lazyPage(() =>
  import('@/features/users/users-page').then((file) => file.UsersPage),
)
export const ProfilePage = lazyPage(() =>
  import('@/features/profile/profile-page').then((file) => file.ProfilePage),
)
