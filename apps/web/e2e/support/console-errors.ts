import type { BrowserContext } from '@playwright/test'

export type ConsoleErrors = ReturnType<typeof watchConsole>

/** Collects the errors and warnings of the browser's console, and uncaught exceptions. */
export function watchConsole(context: BrowserContext) {
  const messages: string[] = []
  const allowed: RegExp[] = []

  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      messages.push(`${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (error) => messages.push(String(error.error())))

  return {
    /** Expects an error that the test provokes. */
    allow: (pattern: RegExp) => allowed.push(pattern),
    unexpected: () => messages.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  }
}
