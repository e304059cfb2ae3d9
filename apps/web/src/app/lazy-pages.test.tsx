import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { ok, stubApi } from '@/test/api-stub'

import { ErrorBoundary } from './error-boundary'
import { lazyPage } from './lazy-pages'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const serverAnswers = { 'GET /livez': ok({}) }

const reload = vi.fn<() => void>()

beforeEach(() => {
  reload.mockReset()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  // React reports what a boundary catches; that it does is not news here.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

function show(load: Parameters<typeof lazyPage>[0]) {
  const Page = lazyPage(load)
  return render(
    <MemoryRouter>
      <ErrorBoundary>
        <Page />
      </ErrorBoundary>
    </MemoryRouter>,
  )
}

test('shows the page that was fetched', async () => {
  show(() => Promise.resolve(() => <p>Here it is</p>))
  expect(await screen.findByText('Here it is')).toBeTruthy()
})

test('reloads once when a new version has taken the file away, then says that it broke', async () => {
  stubApi(serverAnswers)
  const first = show(gone)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('heading')).toBeNull()

  first.unmount()
  show(gone)
  expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeTruthy()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('does not reload while there is no server, and tries again on demand', async () => {
  stubApi({})
  const load = vi.fn<() => Promise<() => ReactNode>>(gone)
  show(load)
  expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeTruthy()
  expect(screen.getByText(/^Stockie cannot be reached/)).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)

  load.mockResolvedValue(() => <p>Here it is</p>)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Here it is')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
})
