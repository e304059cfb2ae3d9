import { ApiError, isServerAlive, unreachableError } from '@/lib/api/api-client'

/**
 * Imports a module once, and retries after a failure. Missing styles are final: Vite loads styles
 * with the first import only, so a retry would show the module without them.
 */
export function memoizeImport<Module>(load: () => Promise<Module>) {
  let pending: Promise<Module> | undefined
  return () =>
    (pending ??= load().catch((error: unknown) => {
      if (!isStyleError(error)) pending = undefined
      throw error
    }))
}

/** The message of Vite's preload error. */
function isStyleError(error: unknown) {
  return error instanceof Error && error.message.startsWith('Unable to preload CSS')
}

/** The message of an error that importOrReload throws. */
export function importFailure(error: unknown) {
  return error instanceof ApiError ? error.message : 'Something went wrong. Please reload the page.'
}

const reloadedKey = 'stockie-reloaded-build'

/**
 * Imports a module. A missing file means that a new version was deployed: the page reloads, once for
 * each build, and only if the server responds, since a failed reload would lose the screen.
 */
export async function importOrReload<Module>(load: () => Promise<Module>) {
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
    // Without storage the page could reload forever, and each reload would sign the user out.
    return false
  }
  window.location.reload()
  return true
}
