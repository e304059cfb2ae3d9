import type { Page } from '@playwright/test'

export const activityPath = '/profile?tab=activity'

/** The rows of the Activity tab, or of the history of one record. */
export function activityRows(page: Page, name: 'Activity' | 'History' = 'Activity') {
  return page.getByRole('list', { name, exact: true }).locator(':scope > li')
}
