import { expect, test, vi } from 'vitest'

import { memoizeImport } from './lazy-import'

test('asks once, and is for everybody what came of it', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('part'))
  const loadPart = memoizeImport(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([loadPart(), loadPart()])).toEqual(['part', 'part'])
  expect(await loadPart()).toBe('part')
  expect(load).toHaveBeenCalledTimes(1)
})

test('asks again for what did not come', async () => {
  const loadPart = memoizeImport(
    vi.fn(() => Promise.resolve('part')).mockRejectedValueOnce(new Error('gone')),
  )
  await expect(loadPart()).rejects.toThrow('gone')
  expect(await loadPart()).toBe('part')
})

test('does not take it back where its styles did not come, since what is imported again comes without its styles', async () => {
  const gone = new Error('Unable to preload CSS')
  const loadPart = memoizeImport(vi.fn(() => Promise.resolve('part')).mockRejectedValueOnce(gone))
  await expect(loadPart()).rejects.toBe(gone)
  await expect(loadPart()).rejects.toBe(gone)
})
