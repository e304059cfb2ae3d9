import { whenIdle } from '@/lib/when-idle'

import { lazyPage } from './lazy-page'

/** What is behind the login is fetched when it is first shown; the login page waits for none. */
const loadShell = () => import('./shell/shell')
const loadDashboard = () => import('@/features/dashboard/dashboard-page')
const loadCustomers = () => import('@/features/customers/customers-page')
const loadSuppliers = () => import('@/features/suppliers/suppliers-page')
const loadCategories = () => import('@/features/categories/categories-page')
const loadExpenseCategories = () => import('@/features/expense-categories/expense-categories-page')
const loadExpenses = () => import('@/features/expenses/expenses-page')
const loadProducts = () => import('@/features/products/products-page')
const loadSales = () => import('@/features/sales/sales-page')
const loadCreateSales = () => import('@/features/sales/create-sales-page')
const loadPurchases = () => import('@/features/purchases/purchases-page')
const loadCreatePurchase = () => import('@/features/purchases/create-purchase-page')
const loadUsers = () => import('@/features/users/users-page')
const loadProfile = () => import('@/features/profile/profile-page')

const loadPages = [
  loadDashboard,
  loadCustomers,
  loadSuppliers,
  loadCategories,
  loadExpenseCategories,
  loadExpenses,
  loadProducts,
  loadSales,
  loadCreateSales,
  loadPurchases,
  loadCreatePurchase,
  loadUsers,
  loadProfile,
]

/** Ahead of its first showing, while the session is checked or somebody types a password. */
export function prepareShell() {
  loadShell().catch(() => {})
}

/** Ahead of the first click on each, so that it is there at once. */
function preparePages() {
  for (const load of loadPages) load().catch(() => {})
}

export const Shell = lazyPage(async () => {
  const file = await loadShell()
  whenIdle(preparePages)
  return file.Shell
})
export const DashboardPage = lazyPage(() => loadDashboard().then((file) => file.DashboardPage))
export const CustomersPage = lazyPage(() => loadCustomers().then((file) => file.CustomersPage))
export const SuppliersPage = lazyPage(() => loadSuppliers().then((file) => file.SuppliersPage))
export const CategoriesPage = lazyPage(() => loadCategories().then((file) => file.CategoriesPage))
export const ExpenseCategoriesPage = lazyPage(() =>
  loadExpenseCategories().then((file) => file.ExpenseCategoriesPage),
)
export const ExpensesPage = lazyPage(() => loadExpenses().then((file) => file.ExpensesPage))
export const ProductsPage = lazyPage(() => loadProducts().then((file) => file.ProductsPage))
export const SalesPage = lazyPage(() => loadSales().then((file) => file.SalesPage))
export const CreateSalesPage = lazyPage(() =>
  loadCreateSales().then((file) => file.CreateSalesPage),
)
export const PurchasesPage = lazyPage(() => loadPurchases().then((file) => file.PurchasesPage))
export const CreatePurchasePage = lazyPage(() =>
  loadCreatePurchase().then((file) => file.CreatePurchasePage),
)
export const UsersPage = lazyPage(() => loadUsers().then((file) => file.UsersPage))
export const ProfilePage = lazyPage(() => loadProfile().then((file) => file.ProfilePage))
