import { lazy, Suspense, useState, type ComponentType } from 'react'

import { once } from '@/lib/once'
import { useStore } from '@/lib/store'
import { waitingToasts } from '@/lib/toast'

import { PlainToaster } from './plain-toaster'

const loadToaster = once(() => import('./ui/sonner'))

/** Sonner comes with the first toast, or a little before where one is likely. */
export function prepareToaster() {
  loadToaster().catch(() => {})
}

/** The connection that a toast is about may be the one that sonner cannot come over. */
const LoadedToaster = lazy(async (): Promise<{ default: ComponentType }> => {
  const file = await loadToaster().catch(() => null)
  return { default: file ? file.SonnerToaster : () => null }
})

export function Toaster() {
  const isWaiting = useStore(waitingToasts).length > 0
  const [wanted, setWanted] = useState(isWaiting)
  if (isWaiting && !wanted) setWanted(true)

  return (
    <>
      <PlainToaster />
      {wanted && (
        <Suspense fallback={null}>
          <LoadedToaster />
        </Suspense>
      )}
    </>
  )
}
