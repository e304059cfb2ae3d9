import { lazy, Suspense, useState } from 'react'

import { once } from '@/lib/once'
import { useStore } from '@/lib/store'
import { waitingToasts } from '@/lib/toast'

import { PlainToaster } from './plain-toaster'

const loadToaster = once(() => import('./ui/sonner'))

/** Sonner comes with the first toast, or a little before where one is likely. */
export function prepareToaster() {
  loadToaster().catch(() => {})
}

const LoadedToaster = lazy(() =>
  loadToaster().then(
    ({ SonnerToaster }) => ({ default: SonnerToaster }),
    // The connection that the toast is about may be the one that sonner cannot come over.
    () => ({ default: PlainToaster }),
  ),
)

export function Toaster() {
  const isWaiting = useStore(waitingToasts).length > 0
  const [wanted, setWanted] = useState(isWaiting)
  if (isWaiting && !wanted) setWanted(true)

  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <LoadedToaster />
    </Suspense>
  )
}
