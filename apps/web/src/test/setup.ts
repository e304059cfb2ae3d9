import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, vi } from 'vitest'

import { preloadDialogs } from '@/components/lazy-dialog'
import { sessionStore } from '@/lib/session/session-store'
import { bottomBarCount, waitingToasts } from '@/lib/toast'

// What a screen fetches when it is first shown is here before any test: a file that ended in the middle of
// such a fetch would leave it failed for the files after it.
const parts = import.meta.glob([
  '../features/**/*-page.tsx',
  '../features/dashboard/daily-chart.tsx',
  '../app/app.tsx',
  '../components/ui/{calendar,sonner}.tsx',
])
await Promise.all(Object.values(parts).map((load) => load()))
await preloadDialogs()

// How long a busy machine may take.
configure({ asyncUtilTimeout: 15_000 })

// What still asks when its test is over gets the answer of a server that is not there.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  sessionStore.set({ authState: 'Pending' })
  waitingToasts.set([])
  bottomBarCount.set(0)
  toast.dismiss()
})
