import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { request } from '@/lib/api/api-client'
import { createQueryClient } from '@/lib/api/query-client'
import { readToken, sessionStore, storeToken } from '@/lib/session/session-store'
import { ok, stubApi } from '@/test/api-stub'
import { owner } from '@/test/app-harness'
import { changePassword } from './account'

test('a password change reads the lists on the screen again with the new token', async () => {
  storeToken('t1')
  sessionStore.set({ authState: 'Success', ...owner })
  const calls = stubApi({
    'GET /sales': ok([]),
    'POST /auth/password': ok({ user: owner, token: 't2' }),
  })
  const client = createQueryClient()
  const stop = new QueryObserver(client, {
    queryKey: ['sales'],
    queryFn: () => request('GET', '/sales'),
  }).subscribe(() => {})
  await vi.waitFor(() => expect(calls).toHaveLength(1), 10_000)

  await new MutationObserver(client, changePassword).mutate({
    currentPassword: 'stockie-demo',
    newPassword: 'a-better-password',
  })
  await vi.waitFor(() => expect(calls).toHaveLength(3), 10_000)
  expect(calls.map(({ name, token }) => `${name} ${token}`)).toEqual([
    'GET /sales t1',
    'POST /auth/password t1',
    'GET /sales t2',
  ])
  expect(readToken()).toBe('t2')
  stop()
})
