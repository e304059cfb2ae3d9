import { expect, test, vi } from 'vitest'

import { ok, stubApi } from '@/test/api-stub'

import { importOrReload } from './lazy-import'

test('importOrReload does not reload if it cannot store that it has reloaded', async () => {
  stubApi({ 'GET /': ok({}) })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const { sessionStorage } = window
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('Blocked', 'SecurityError')
    },
    clear: () => sessionStorage.clear(),
  })
  const gone = new TypeError('Failed to fetch dynamically imported module')
  await expect(importOrReload(() => Promise.reject(gone))).rejects.toBe(gone)
  expect(reload).not.toHaveBeenCalled()
})
