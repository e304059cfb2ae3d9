interface Screen {
  path: string
  heading: string
}

/** Screens that require a login. */
export const protectedScreens: readonly Screen[] = [
  { path: '/', heading: 'Dashboard' },
  { path: '/dashboard', heading: 'Dashboard' },
  { path: '/customer', heading: 'Customer Management' },
  { path: '/supplier', heading: 'Supplier Management' },
  { path: '/category', heading: 'Category Management' },
  { path: '/expense-category', heading: 'Expense Category Management' },
  { path: '/expense', heading: 'Expense Management' },
  { path: '/product', heading: 'Product Management' },
  { path: '/sales', heading: 'Sales Management' },
  { path: '/sales/create', heading: 'Create Sales' },
  { path: '/purchase', heading: 'Purchase Management' },
  { path: '/purchase/create', heading: 'Create Purchase' },
  { path: '/user', heading: 'User Management' },
  { path: '/profile', heading: 'Profile' },
]

/** Screens that need no login. */
export const publicScreens: readonly Screen[] = [
  { path: '/auth/login', heading: 'Login' },
  { path: '/500', heading: 'Oops! Something went wrong' },
  { path: '/404', heading: 'Oops! Page Not Found!' },
  { path: '/401', heading: "Oops! You don't have permission to access this page" },
]
