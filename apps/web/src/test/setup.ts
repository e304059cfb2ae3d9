import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

import { sessionStore } from '@/lib/session-store'
import { waitingToasts } from '@/lib/toast'

// The first test that shows a page also waits until its file has been transformed.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  sessionStore.set({ authState: 'Pending' })
  waitingToasts.set([])
})
