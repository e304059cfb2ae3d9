import { allowedRoles } from '@stockie/contracts'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'

import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { CategoriesPage } from '@/features/categories/categories-page'
import { CustomersPage } from '@/features/customers/customers-page'
import { ExpenseCategoriesPage } from '@/features/expense-categories/expense-categories-page'
import { ExpensesPage } from '@/features/expenses/expenses-page'
import { ProductsPage } from '@/features/products/products-page'
import { PurchasesPage } from '@/features/purchases/purchases-page'
import { SalesPage } from '@/features/sales/sales-page'
import { SuppliersPage } from '@/features/suppliers/suppliers-page'
import { InternalErrorPage, NotAllowedPage, NotFoundPage } from './error-pages'
import {
  CreatePurchasePage,
  CreateSalesPage,
  DashboardPage,
  ProfilePage,
  UsersPage,
} from './lazy-pages'
import { LoginRoute, RequireRole } from './route-guards'
import { Shell } from './shell/shell'

export function AppRoutes() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Routes>
        <Route
          element={
            <RequireRole allowed={allowedRoles}>
              <Shell />
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
          <Route path="/sales/create" element={<CreateSalesPage />} />
          <Route path="/purchase" element={<PurchasesPage />} />
          <Route path="/purchase/create" element={<CreatePurchasePage />} />
          <Route path="/user" element={<UsersPage />} />
          <Route path="/profile" element={<ProfilePage />} />
        </Route>
        <Route path="/auth/login" element={<LoginRoute />} />
        <Route path="/500" element={<InternalErrorPage />} />
        <Route path="/401" element={<NotAllowedPage />} />
        {/* Covers '/404' too. */}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  )
}
