import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { whenIdle } from '@/lib/idle-callback'
import { ok, refuse, stubApi } from '@/test/api-stub'

import { ErrorBoundary } from './error-boundary'
import { lazyPage } from './routes'
import { IdlePreload } from './shell/idle-preload'

const failToLoad = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const serverAnswers = { 'GET /': ok({}) }

const reload = vi.fn<() => void>()

beforeEach(() => {
  reload.mockReset()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  // React logs every error that a boundary catches; these are expected.
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

test('a lazy page is shown once it is fetched', async () => {
  show(() => Promise.resolve(() => <p>Here it is</p>))
  expect(await screen.findByText('Here it is')).toBeTruthy()
})

test('the other pages are fetched after the page that is shown', async () => {
  let arrive = (_page: () => ReactNode) => {}
  const Page = lazyPage(() => new Promise<() => ReactNode>((resolve) => (arrive = resolve)))
  const preloadPages = vi.fn<() => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
      <IdlePreload preloadPages={preloadPages} />
    </QueryClientProvider>,
  )
  await new Promise((resolve) => whenIdle(() => setTimeout(resolve, 50)))
  expect(preloadPages).not.toHaveBeenCalled()

  arrive(() => <p>Here it is</p>)
  await vi.waitFor(() => expect(preloadPages).toHaveBeenCalled(), 10_000)
})

test('the dialogs are fetched before the other pages', async () => {
  let arrive = () => {}
  const Dialog = () => null
  const load = vi.fn<() => Promise<typeof Dialog>>().mockResolvedValue(Dialog)
  load.mockReturnValueOnce(new Promise((resolve) => (arrive = () => resolve(Dialog))))
  lazyDialog(load)
  const preloadPages = vi.fn<() => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IdlePreload preloadPages={preloadPages} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(load).toHaveBeenCalled(), 10_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(preloadPages).not.toHaveBeenCalled()

  arrive()
  await vi.waitFor(() => expect(preloadPages).toHaveBeenCalled(), 10_000)
})

test('a lazy page whose file is gone reloads once, then shows the error page', async () => {
  stubApi(serverAnswers)
  const first = show(failToLoad)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), 10_000)
  expect(screen.queryByRole('heading')).toBeNull()

  first.unmount()
  show(failToLoad)
  expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeTruthy()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a lazy page does not reload while the server starts', async () => {
  stubApi({ 'GET /': refuse(503) })
  show(failToLoad)
  expect(await screen.findByText(/^Stockie cannot be reached/)).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
})

test('a lazy page does not reload while the server is unreachable and retries on click', async () => {
  stubApi({})
  const load = vi.fn<() => Promise<() => ReactNode>>(failToLoad)
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
