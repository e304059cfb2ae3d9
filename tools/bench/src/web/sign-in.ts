import type { Page } from '@playwright/test'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'

/** Types the owner's account into the login page, and submits it. */
export async function signIn(page: Page) {
  await page.getByLabel('Email').pressSequentially(seedAccounts[0]?.email ?? '', { delay: 30 })
  const password = page.getByLabel('Password', { exact: true })
  await password.pressSequentially(seedPassword, { delay: 30 })
  await page.getByRole('button', { name: 'Login' }).click()
}
