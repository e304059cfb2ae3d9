import { recordScreens, type ListScreen } from './record-screens'

export const salesScreen: ListScreen = {
  path: '/sales',
  resource: 'sales',
  noun: 'Sales',
  loading: 'Loading sales...',
  failed: 'Error loading sales.',
}

export const purchaseScreen: ListScreen = {
  path: '/purchase',
  resource: 'purchases',
  noun: 'Purchase',
  loading: 'Loading purchases...',
  failed: 'Error loading purchases.',
}

export const listScreens = [...recordScreens, salesScreen, purchaseScreen]
