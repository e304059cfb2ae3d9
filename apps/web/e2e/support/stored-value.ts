import type { Page } from '@playwright/test'

export function storedValue(page: Page, key: 'token' | 'stockie-ui-theme') {
  return page.evaluate((name) => localStorage.getItem(name), key)
}
