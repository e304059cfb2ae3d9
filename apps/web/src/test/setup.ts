import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, vi } from 'vitest'

import { sessionStore } from '@/lib/session-store'
import { onTopCount, waitingToasts } from '@/lib/toast'

import './load-all'

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
  onTopCount.set(0)
  toast.dismiss()
})
