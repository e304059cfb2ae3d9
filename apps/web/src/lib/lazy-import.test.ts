import { expect, test, vi } from 'vitest'

import { memoizeImport } from './lazy-import'

test('memoizeImport loads once and shares the result', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('part'))
  const loadModule = memoizeImport(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([loadModule(), loadModule()])).toEqual(['part', 'part'])
  expect(await loadModule()).toBe('part')
  expect(load).toHaveBeenCalledTimes(1)
})

test('memoizeImport retries after a failed load', async () => {
  const loadModule = memoizeImport(
    vi.fn(() => Promise.resolve('part')).mockRejectedValueOnce(new Error('gone')),
  )
  await expect(loadModule()).rejects.toThrow('gone')
  expect(await loadModule()).toBe('part')
})

test('memoizeImport does not retry after failed styles, because a retry would load none', async () => {
  const gone = new Error('Unable to preload CSS')
  const loadModule = memoizeImport(vi.fn(() => Promise.resolve('part')).mockRejectedValueOnce(gone))
  await expect(loadModule()).rejects.toBe(gone)
  await expect(loadModule()).rejects.toBe(gone)
})
