import { lazy, type ComponentType } from 'react'
import { useLocation } from 'react-router-dom'

import { fetchPart } from '@/lib/fetch-part'

type Load<Props> = () => Promise<ComponentType<Props>>

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
        fetchPart(load).then(
          (Page) => ({ default: Page }),
          (error: unknown) => {
            begun.hasFailed = true
            throw error
          },
        ),
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
