import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, vi } from 'vitest'

import { preloadLateParts } from '@/components/data-table/data-table'
import { preloadDialogs } from '@/components/lazy/lazy-dialog'
import { preloadAreaUse } from '@/lib/hooks/use-held-value'
import { sessionStore } from '@/lib/session/session-store'
import { bottomBarCount, fallbackToast, queuedToasts } from '@/lib/toast'

// Load all lazy modules before the tests, and those that they load in turn. If a file ended during such an
// import, the import would stay failed for the files after it.
const modules = import.meta.glob([
  '../{components,features}/**/*.{ts,tsx}',
  '../app/app.tsx',
  '../app/shell/owner-notices.tsx',
  '!../**/*.test.{ts,tsx}',
])
await Promise.all(Object.values(modules).map((load) => load()))
await Promise.all([preloadDialogs(), preloadAreaUse(), preloadLateParts()])

// Leaves time for a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Requests that outlive their test fail like an unreachable server.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  // Stockie keeps in memory what a full storage has refused. An event of another tab drops that.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  sessionStorage.clear()
  sessionStore.set({ authState: 'Pending' })
  queuedToasts.set([])
  fallbackToast.set(null)
  bottomBarCount.set(0)
  toast.dismiss()
})
