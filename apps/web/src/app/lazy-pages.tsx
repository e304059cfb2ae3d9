import { type ComponentType, lazy } from 'react'
import { useLocation } from 'react-router-dom'

import { importOrReload } from '@/lib/lazy-import'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A page that is fetched when it is first shown. React keeps a failure for ever, so whoever comes
 * to the page again gets a new attempt.
 */
export function lazyPage<Props extends object>(load: Load<Props>) {
  const pageAt = keepAttempts(load)
  return function LazyPage(props: Props) {
    const Page = pageAt(useLocation().key)
    return <Page {...props} />
  }
}

function keepAttempts<Props extends object>(load: Load<Props>) {
  let attempt = begin()

  function begin() {
    const begun = {
      place: '',
      hasFailed: false,
      Page: lazy(() =>
        importOrReload(load).then(
          (Page) => ({ default: Page }),
          (error: unknown) => {
            begun.hasFailed = true
            throw error
          },
        ),
      ),
    }
    return begun
  }

  return (place: string) => {
    // React draws the page once more where it has failed, which is not yet coming again.
    if (attempt.hasFailed && attempt.place !== place) attempt = begin()
    attempt.place = place
    return attempt.Page
  }
}

/** The lists come with the app; what is more than a list is fetched when it is first shown. */
const loadDashboard = () => import('@/features/dashboard/dashboard-page')
const loadCreateSales = () => import('@/features/sales/create-sales-page')
const loadCreatePurchase = () => import('@/features/purchases/create-purchase-page')
const loadUsers = () => import('@/features/users/users-page')
const loadProfile = () => import('@/features/profile/profile-page')

const loadPages = [loadDashboard, loadCreateSales, loadCreatePurchase, loadUsers, loadProfile]

/** Ahead of the first click on each, so that it is there at once. */
export function preloadPages() {
  for (const load of loadPages) load().catch(() => {})
}

export const DashboardPage = lazyPage(() => loadDashboard().then((file) => file.DashboardPage))
export const CreateSalesPage = lazyPage(() =>
  loadCreateSales().then((file) => file.CreateSalesPage),
)
export const CreatePurchasePage = lazyPage(() =>
  loadCreatePurchase().then((file) => file.CreatePurchasePage),
)
export const UsersPage = lazyPage(() => loadUsers().then((file) => file.UsersPage))
export const ProfilePage = lazyPage(() => loadProfile().then((file) => file.ProfilePage))
