import {
  LayoutDashboard,
  Package,
  ReceiptText,
  ShoppingCart,
  Truck,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'

export interface NavLinkItem {
  title: string
  path: string
}

export type NavItem = { title: string; icon: LucideIcon } & (
  | { path: string }
  | { items: readonly NavLinkItem[] }
)

export const navItems: readonly NavItem[] = [
  { title: 'Dashboard', icon: LayoutDashboard, path: '/dashboard' },
  {
    title: 'Products',
    icon: Package,
    items: [
      { title: 'All Products', path: '/product' },
      { title: 'Category', path: '/category' },
    ],
  },
  { title: 'Sales', icon: ShoppingCart, path: '/sales' },
  { title: 'Purchases', icon: Truck, path: '/purchase' },
  {
    title: 'Users',
    icon: UsersRound,
    items: [
      { title: 'Customers', path: '/customer' },
      { title: 'Suppliers', path: '/supplier' },
      { title: 'Users', path: '/user' },
    ],
  },
  {
    title: 'Expenses',
    icon: ReceiptText,
    items: [
      { title: 'All Expenses', path: '/expense' },
      { title: 'Category', path: '/expense-category' },
    ],
  },
]

/** '/' counts as the dashboard, and '/sales/create' as Sales. */
export function isCurrentItem(itemPath: string, pathname: string) {
  const current = pathname === '/' ? '/dashboard' : pathname
  return current === itemPath || current.startsWith(`${itemPath}/`)
}
