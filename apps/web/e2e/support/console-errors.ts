import type { BrowserContext } from '@playwright/test'

export type ConsoleErrors = ReturnType<typeof watchConsole>

/** What the browser's console holds against a page: errors, and what the security policy forbids. */
export function watchConsole(context: BrowserContext) {
  const heard: string[] = []
  const allowed: RegExp[] = []

  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      heard.push(`${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (error) => heard.push(String(error.error())))

  return {
    /** For a test that provokes one. */
    allow: (complaint: RegExp) => allowed.push(complaint),
    unexpected: () => heard.filter((text) => !allowed.some((complaint) => complaint.test(text))),
  }
}
