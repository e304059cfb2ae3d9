import { allowedRoles } from '@stockie/contracts'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'

import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { LoginPage } from '@/features/login/login-page'

import { InternalErrorPage, NotAllowedPage, NotFoundPage } from './error-pages'
import {
  CategoriesPage,
  CreatePurchasePage,
  CreateSalesPage,
  CustomersPage,
  DashboardPage,
  ExpenseCategoriesPage,
  ExpensesPage,
  prepareShell,
  ProductsPage,
  ProfilePage,
  PurchasesPage,
  SalesPage,
  Shell,
  SuppliersPage,
  UsersPage,
} from './pages'
import { RequireRole } from './require-role'

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
        <Route path="/auth/login" element={<LoginPage onBegin={prepareShell} />} />
        <Route path="/500" element={<InternalErrorPage />} />
        <Route path="/401" element={<NotAllowedPage />} />
        {/* '/404' too. */}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  )
}
