import { lazy, type ComponentType } from 'react'
import { useLocation } from 'react-router-dom'

import { isServerAlive } from '@/lib/api-client'
import { noAnswer } from '@/lib/api-error'

type Load<Props> = () => Promise<ComponentType<Props>>

const reloadedKey = 'stockie-reloaded-build'

/**
 * A page that is fetched when it is first shown. React keeps a failure for ever, so whoever comes
 * to the page again gets a new attempt.
 */
export function lazyPage<Props extends object>(load: Load<Props>) {
  const pageAt = keepAttempts(load)
  return function LazyPage(props: Props) {
    const Page = pageAt(useLocation().key)
    return <Page {...props} />
  }
}

function keepAttempts<Props extends object>(load: Load<Props>) {
  let attempt = begin()

  function begin() {
    const begun = {
      place: '',
      hasFailed: false,
      Page: lazy(() =>
        fetchPage(load).catch((error: unknown) => {
          begun.hasFailed = true
          throw error
        }),
      ),
    }
    return begun
  }

  return (place: string) => {
    // React draws the page once more where it has failed, which is not yet coming again.
    if (attempt.hasFailed && attempt.place !== place) attempt = begin()
    attempt.place = place
    return attempt.Page
  }
}

/**
 * A tab that was open while a new version was deployed asks for a file that is gone: it reloads,
 * once for each build, and finds the new one. Without a server a reload would only lose what is on
 * the screen.
 */
async function fetchPage<Props>(load: Load<Props>) {
  try {
    return { default: await load() }
  } catch (error) {
    if (!(await isServerAlive())) throw noAnswer(error)
    if (!reloadOnce()) throw error
    return new Promise<never>(() => {})
  }
}

function reloadOnce() {
  if (sessionStorage.getItem(reloadedKey) === import.meta.url) return false
  sessionStorage.setItem(reloadedKey, import.meta.url)
  window.location.reload()
  return true
}
