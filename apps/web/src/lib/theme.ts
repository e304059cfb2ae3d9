import { readStored, writeStored } from './browser-storage'
import { createStore, useStore } from './external-store'

export const themeKey = 'stockie-ui-theme'
export const themePreferences = ['light', 'dark', 'system'] as const
type ThemePreference = (typeof themePreferences)[number]

/** The colour of the browser's own bars, equal to the header's. */
const browserColor = { light: '#ffffff', dark: '#101715' }
const deviceIsDark = window.matchMedia('(prefers-color-scheme: dark)')
const themeStore = createStore(readTheme())

export function useTheme() {
  const { preference, shown } = useStore(themeStore)
  return { preference, shown, choose: chooseTheme }
}

function chooseTheme(preference: ThemePreference) {
  writeStored(themeKey, preference)
  applyTheme()
}

/** The inline script of index.html sets the theme of the first frame; this keeps it up to date. */
export function watchTheme() {
  deviceIsDark.addEventListener('change', applyTheme)
  window.addEventListener('storage', ({ key }) => {
    if (key === themeKey || key === null) applyTheme()
  })
  applyTheme()
}

function applyTheme() {
  const theme = readTheme()
  document.documentElement.classList.toggle('dark', theme.shown === 'dark')
  document.documentElement.style.colorScheme = theme.shown
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', browserColor[theme.shown])
  themeStore.set(theme)
}

function readTheme() {
  const stored = readStored(themeKey)
  const preference = themePreferences.find((known) => known === stored) ?? 'system'
  const device = deviceIsDark.matches ? 'dark' : 'light'
  return { preference, shown: preference === 'system' ? device : preference }
}
