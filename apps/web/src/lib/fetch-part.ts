import { isServerAlive } from './api-client'
import { noAnswer } from './api-error'

const reloadedKey = 'stockie-reloaded-build'

/**
 * A part of the app that comes when it is wanted.
 *
 * A tab that was open while a new version was deployed asks for a file that is gone: it reloads,
 * once for each build, and finds the new one. Without a server a reload would only lose what is on
 * the screen; some browsers then keep the failure, and the reload comes with the next attempt.
 */
export async function fetchPart<Part>(load: () => Promise<Part>) {
  try {
    return await load()
  } catch (error) {
    if (!(await isServerAlive())) throw noAnswer(error)
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
