import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, refuse, stubApi } from '@/test/api-stub'
import { owner, renderApp } from '@/test/app-harness'

const job = {
  id: 7,
  state: 'waiting',
  done: 0,
  total: 0,
  error: null,
  name: null,
  requestedAt: '2026-11-21T14:03:00.000Z',
  requestedBy: 'Olivia Owner',
}
const former = { ...job, id: 6, state: 'failed', error: 'A former failure.' }

async function openBackups(ended: object, started = ok(job)) {
  let jobs: object[] = [former]
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /backups': ok([]),
    'GET /backups/status': ok({ provedAt: null, overdue: false, hours: 50 }),
    'GET /backups/jobs': () => ok(jobs)(),
    'POST /backups': () => {
      jobs = [{ ...job, ...ended }, former]
      return started()
    },
  })
  const { user } = renderApp('/profile?tab=backups', 't1')
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
}

test('a backup that fails before the page reads its progress says why', async () => {
  const error = 'The folder is on a disk that is full.'
  await openBackups({ state: 'failed', error })
  expect(await screen.findByText(error)).toBeTruthy()
  expect(screen.queryByText(former.error)).toBeNull()
})

test('a backup that ends before the page reads its progress says that it was made', async () => {
  await openBackups({ state: 'done' })
  expect(await screen.findByText('The backup was made and verified.')).toBeTruthy()
})

test.each([
  [{ state: 'done' }, 'The backup was made and verified.'],
  [{ state: 'failed', error: 'The disk is full.' }, 'The disk is full.'],
])('a second owner sees how the backup of the first ended: %j', async (ended, message) => {
  await openBackups(ended, refuse(409, { detail: 'Olivia Owner has started a backup.' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByText(former.error)).toBeNull()
})
