import { runInThisContext } from 'node:vm'

import { beforeEach, expect, test, vi } from 'vitest'

import page from '@/../index.html?raw'

import { themeKey } from './theme'

const inlineScript = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? ''

/** Stubs a device whose dark mode can be switched. */
function stubDevice(dark: boolean) {
  const device = Object.assign(new EventTarget(), { matches: dark })
  vi.stubGlobal('matchMedia', () => device)
  return (next: boolean) => {
    device.matches = next
    device.dispatchEvent(new Event('change'))
  }
}

/** Loads a fresh copy of the module, as after a page load. */
async function loadTheme() {
  vi.resetModules()
  const theme = await import('./theme')
  theme.watchTheme()
  return theme
}

function readTheme() {
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
])('the theme $stored on a device with dark=$device applies from the first frame', async (row) => {
  stubDevice(row.device)
  if (row.stored) localStorage.setItem(themeKey, row.stored)

  runInThisContext(inlineScript)
  const firstFrame = readTheme()
  await loadTheme()

  expect(firstFrame.dark).toBe(row.dark)
  expect(firstFrame.scheme).toBe(row.dark ? 'dark' : 'light')
  expect(readTheme()).toEqual(firstFrame)
})

// @holds spec 1.22
test('the theme-color of the browser is white or dark', async () => {
  const setDeviceDark = stubDevice(false)
  await loadTheme()
  expect(readTheme().color).toBe('#ffffff')
  setDeviceDark(true)
  expect(readTheme().color).toBe('#101715')
})

// @holds spec 1.19, decision 17.1
test('the theme follows the device only while the preference is system', async () => {
  const setDeviceDark = stubDevice(false)
  await loadTheme()
  setDeviceDark(true)
  expect(readTheme().dark).toBe(true)

  localStorage.setItem(themeKey, 'light')
  setDeviceDark(true)
  expect(readTheme().dark).toBe(false)
})

test('the theme follows a change in another tab', async () => {
  stubDevice(false)
  await loadTheme()
  localStorage.setItem(themeKey, 'dark')
  window.dispatchEvent(new StorageEvent('storage', { key: themeKey }))
  expect(readTheme().dark).toBe(true)
})
