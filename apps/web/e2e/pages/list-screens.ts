import { recordScreens } from './record-screens'

/** A screen with one table. */
export interface ListScreen {
  path: string
  resource: string
  /** As its heading names it, and its dialogs. */
  noun: string
  loading: string
  failed: string
}

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
