import { type ComponentType, lazy } from 'react'
import { useLocation } from 'react-router-dom'

import { importOrReload } from '@/lib/lazy-import'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * Creates a page that is fetched when it is first shown. React caches a failed lazy component for ever,
 * so a later visit to the page makes a new one.
 */
export function lazyPage<Props extends object>(load: Load<Props>) {
  const pageAt = createAttempts(load)
  return function LazyPage(props: Props) {
    const Page = pageAt(useLocation().key)
    return <Page {...props} />
  }
}

function createAttempts<Props extends object>(load: Load<Props>) {
  let attempt = startAttempt()

  function startAttempt() {
    const started = {
      locationKey: '',
      hasFailed: false,
      Page: lazy(() =>
        importOrReload(load).then(
          (Page) => ({ default: Page }),
          (error: unknown) => {
            started.hasFailed = true
            throw error
          },
        ),
      ),
    }
    return started
  }

  return (locationKey: string) => {
    // React renders a failed page twice. Only a new history entry counts as a new visit.
    if (attempt.hasFailed && attempt.locationKey !== locationKey) attempt = startAttempt()
    attempt.locationKey = locationKey
    return attempt.Page
  }
}

/** The list screens are part of the app's file; these pages are fetched when first shown. */
const loadDashboard = () => import('@/features/dashboard/dashboard-page')
const loadCreateSales = () => import('@/features/sales/create-sales-page')
const loadCreatePurchase = () => import('@/features/purchases/create-purchase-page')
const loadUsers = () => import('@/features/users/users-page')
const loadProfile = () => import('@/features/profile/profile-page')

const loadPages = [loadDashboard, loadCreateSales, loadCreatePurchase, loadUsers, loadProfile]

/** Fetches all of them ahead, so that the first click shows the page at once. */
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
