import { lazyPage } from './lazy-page'

/** The lists come with the app; what is more than a list is fetched when it is first shown. */
const loadDashboard = () => import('@/features/dashboard/dashboard-page')
const loadCreateSales = () => import('@/features/sales/create-sales-page')
const loadCreatePurchase = () => import('@/features/purchases/create-purchase-page')
const loadUsers = () => import('@/features/users/users-page')
const loadProfile = () => import('@/features/profile/profile-page')

const loadPages = [loadDashboard, loadCreateSales, loadCreatePurchase, loadUsers, loadProfile]

/** Ahead of the first click on each, so that it is there at once. */
export function preparePages() {
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
