import { isServerAlive } from '@/lib/api/api-client'
import { unreachableError } from '@/lib/api/api-error'

/**
 * A part that is asked for once, or again where it did not come. Vite waits for a part's styles at its
 * first import alone: where they have failed, a second one would show it without them, so that stays.
 */
export function memoizeImport<Part>(load: () => Promise<Part>) {
  let asked: Promise<Part> | undefined
  return () =>
    (asked ??= load().catch((error: unknown) => {
      if (!lacksStyles(error)) asked = undefined
      throw error
    }))
}

/** As Vite says it. */
function lacksStyles(error: unknown) {
  return error instanceof Error && error.message.startsWith('Unable to preload CSS')
}

const reloadedKey = 'stockie-reloaded-build'

/**
 * A part of the app that comes when it is wanted.
 *
 * A tab that was open while a new version was deployed asks for a file that is gone: it reloads,
 * once for each build, and finds the new one. Without a server a reload would only lose what is on
 * the screen; some browsers then keep the failure, and the reload comes with the next attempt.
 */
export async function importOrReload<Part>(load: () => Promise<Part>) {
  try {
    return await load()
  } catch (error) {
    if (!(await isServerAlive())) throw unreachableError(error)
    if (!reloadOnce()) throw error
    return new Promise<never>(() => {})
  }
}

function reloadOnce() {
  try {
    if (sessionStorage.getItem(reloadedKey) === import.meta.url) return false
    sessionStorage.setItem(reloadedKey, import.meta.url)
  } catch {
    // Where nothing can be stored it could be one of many, and would sign the person out.
    return false
  }
  window.location.reload()
  return true
}
