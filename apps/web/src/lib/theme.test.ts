import { runInThisContext } from 'node:vm'

import { beforeEach, expect, test, vi } from 'vitest'

import page from '@/../index.html?raw'

import { themeKey } from './theme'

const inlineScript = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? ''

/** A device whose dark mode can be switched. */
function stubDevice(dark: boolean) {
  const device = Object.assign(new EventTarget(), { matches: dark })
  vi.stubGlobal('matchMedia', () => device)
  return (next: boolean) => {
    device.matches = next
    device.dispatchEvent(new Event('change'))
  }
}

/** The module as it is when a page has just been loaded. */
async function loadTheme() {
  vi.resetModules()
  const theme = await import('./theme')
  theme.followTheme()
  return theme
}

function painted() {
  const root = document.documentElement
  return {
    dark: root.classList.contains('dark'),
    scheme: root.style.colorScheme,
    color: document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
  }
}

beforeEach(() => {
  document.head.innerHTML = '<meta name="theme-color" content="unset" />'
  document.documentElement.className = ''
})

test.each([
  { stored: null, device: true, dark: true },
  { stored: null, device: false, dark: false },
  { stored: 'system', device: true, dark: true },
  { stored: 'system', device: false, dark: false },
  { stored: 'light', device: true, dark: false },
  { stored: 'dark', device: false, dark: true },
  { stored: 'sepia', device: true, dark: true },
  // @holds spec 1.21, decision 17.1
])('paints $stored on a device with dark=$device at once and ever after', async (row) => {
  stubDevice(row.device)
  if (row.stored) localStorage.setItem(themeKey, row.stored)

  runInThisContext(inlineScript)
  const first = painted()
  await loadTheme()

  expect(first.dark).toBe(row.dark)
  expect(first.scheme).toBe(row.dark ? 'dark' : 'light')
  expect(painted()).toEqual(first)
})

// @holds spec 1.22
test('gives the browser a dark or a white value', async () => {
  const setDevice = stubDevice(false)
  await loadTheme()
  expect(painted().color).toBe('#ffffff')
  setDevice(true)
  expect(painted().color).toBe('#101715')
})

// @holds spec 1.19, decision 17.1
test('follows the device while the preference is system, and only then', async () => {
  const setDevice = stubDevice(false)
  await loadTheme()
  setDevice(true)
  expect(painted().dark).toBe(true)

  localStorage.setItem(themeKey, 'light')
  setDevice(true)
  expect(painted().dark).toBe(false)
})

test('follows another tab', async () => {
  stubDevice(false)
  await loadTheme()
  localStorage.setItem(themeKey, 'dark')
  window.dispatchEvent(new StorageEvent('storage', { key: themeKey }))
  expect(painted().dark).toBe(true)
})
