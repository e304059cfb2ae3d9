import type { Page } from '@playwright/test'

/** The field that appears for an account with a second factor. */
export function loginCode(page: Page) {
  return page.getByLabel('Code', { exact: true })
}

/** Submits the form of the login page. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}
