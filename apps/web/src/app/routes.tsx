import { allowedRoles } from '@stockie/contracts'
import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'

import { lazyComponent } from '@/components/lazy/lazy-component'
import { CategoriesPage } from '@/features/categories/categories-page'
import { CustomerDialog, CustomersPage } from '@/features/customers/customers-page'
import { ExpenseCategoriesPage } from '@/features/expense-categories/expense-categories-page'
import { ExpensesPage } from '@/features/expenses/expenses-page'
import { ProductDialog, ProductsPage } from '@/features/products/products-page'
import { SalesPage } from '@/features/sales/sales-page'
import { SupplierDialog, SuppliersPage } from '@/features/suppliers/suppliers-page'
import { importOrReload } from '@/lib/lazy-import'
import { InternalErrorPage, NotAllowedPage, NotFoundPage } from './error-pages'
import { LoginRoute, RequireRole } from './route-guards'
import { IdlePreload } from './shell/idle-preload'
import { PageLoading } from './shell/page-loading'
import { Shell } from './shell/shell'

/**
 * Most list screens are part of the app's file; these pages are fetched when first shown. Purchases are rarer
 * than sales, and share the month picker with the dashboard.
 */
const loadDashboard = () => import('@/features/dashboard/dashboard-page')
const loadCreateSales = () => import('@/features/sales/create-sales-page')
const loadPurchases = () => import('@/features/purchases/purchases-page')
const loadCreatePurchase = () => import('@/features/purchases/create-purchase-page')
const loadUsers = () => import('@/features/users/users-page')
const loadProfile = () => import('@/features/profile/profile-page')

const loadPages = [
  loadDashboard,
  loadCreateSales,
  loadPurchases,
  loadCreatePurchase,
  loadUsers,
  loadProfile,
]

/** Fetches all of them ahead, so that the first click shows the page at once. */
function preloadPages() {
  for (const load of loadPages) load().catch(() => {})
}

/** Fetches the page that a login leads to. */
export function preloadDashboard() {
  loadDashboard().catch(() => {})
}

const DashboardPage = lazyPage(() => loadDashboard().then((file) => file.DashboardPage))
const CreateSalesPage = lazyPage(() => loadCreateSales().then((file) => file.CreateSalesPage))
const PurchasesPage = lazyPage(() => loadPurchases().then((file) => file.PurchasesPage))
const CreatePurchasePage = lazyPage(() =>
  loadCreatePurchase().then((file) => file.CreatePurchasePage),
)
const UsersPage = lazyPage(() => loadUsers().then((file) => file.UsersPage))
const ProfilePage = lazyPage(() => loadProfile().then((file) => file.ProfilePage))
const FirstStepPage = lazyPage(() => loadProfile().then((file) => file.FirstStepPage))

export function AppRoutes() {
  return (
    <Routes>
      <Route
        element={
          <RequireRole allowed={allowedRoles}>
            <Shell firstStep={<FirstStepPage />}>
              <IdlePreload preloadPages={preloadPages} />
            </Shell>
          </RequireRole>
        }
      >
        <Route path="/" element={<DashboardPage />} />
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/customer" element={<CustomersPage />} />
        <Route path="/supplier" element={<SuppliersPage />} />
        <Route path="/category" element={<CategoriesPage />} />
        <Route path="/expense-category" element={<ExpenseCategoriesPage />} />
        <Route path="/expense" element={<ExpensesPage />} />
        <Route path="/product" element={<ProductsPage />} />
        <Route path="/sales" element={<SalesPage />} />
        <Route
          path="/sales/create"
          element={<CreateSalesPage ProductDialog={ProductDialog} PartyDialog={CustomerDialog} />}
        />
        <Route path="/purchase" element={<PurchasesPage />} />
        <Route
          path="/purchase/create"
          element={
            <CreatePurchasePage ProductDialog={ProductDialog} PartyDialog={SupplierDialog} />
          }
        />
        <Route path="/user" element={<UsersPage />} />
        <Route path="/profile" element={<ProfilePage />} />
      </Route>
      <Route path="/auth/login" element={<LoginRoute />} />
      <Route path="/500" element={<InternalErrorPage />} />
      <Route path="/401" element={<NotAllowedPage />} />
      {/* Covers '/404' too. */}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

/** Creates a page that is fetched when it is first shown. If that fails, a later visit tries again. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyComponent(() => importOrReload(load), <PageLoading />)
}
