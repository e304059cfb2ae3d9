import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** How a scanner ends a code. */
export type ScanEnd = 'CR' | 'LF' | 'Tab'

const ends = {
  CR: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  LF: { key: 'j', code: 'KeyJ', windowsVirtualKeyCode: 74, modifiers: 2 },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
}

/**
 * Types as a scanner does: characters 5 to 30 ms apart, then CR, LF (Ctrl+J) or Tab. The events carry these times
 * also on a slow machine.
 */
export async function scan(page: Page, text: string, end: ScanEnd = 'CR') {
  const client = await page.context().newCDPSession(page)
  let timestamp = Date.now() / 1000
  const keys = text.split('').map((key) => ({ key, text: key }))
  for (const [index, key] of [...keys, ends[end]].entries()) {
    // From 5 to 30, in an order that does not rise.
    timestamp += (5 + ((index * 7) % 26)) / 1000
    await client.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key })
    const { text: _text, ...released } = { text: '', ...key }
    await client.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...released })
  }
  await client.detach()
}

/** Waits until the page takes Enter and Tab for keys of a person again, instead of the end of a scan. In milliseconds. */
export function waitAfterScan() {
  return wait(800)
}
