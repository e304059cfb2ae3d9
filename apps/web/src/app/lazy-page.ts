import { lazy, type ComponentType } from 'react'

import { isServerAlive } from '@/lib/api-client'

const reloadedKey = 'stockie-reloaded-build'

/**
 * A page that is fetched when it is first shown. A tab that was open while a new version was
 * deployed asks for a file that is gone: it reloads, once for each build, and finds the new one.
 * Without a server a reload would only lose what is on the screen, so then the error is shown.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (!(await isServerAlive()) || !reloadOnce()) throw error
      return new Promise<never>(() => {})
    }
  })
}

function reloadOnce() {
  if (sessionStorage.getItem(reloadedKey) === import.meta.url) return false
  sessionStorage.setItem(reloadedKey, import.meta.url)
  window.location.reload()
  return true
}
