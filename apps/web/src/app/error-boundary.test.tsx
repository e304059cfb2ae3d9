import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { ErrorBoundary } from './error-boundary'

function Broken(): never {
  throw new Error('Broken during rendering')
}

beforeEach(() => {
  // React logs every error that a boundary catches; these are expected.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('the error boundary shows the 500 page after a render error until the user navigates', async () => {
  render(
    <MemoryRouter initialEntries={['/broken']}>
      <ErrorBoundary>
        <Routes>
          <Route path="/broken" element={<Broken />} />
          <Route path="/" element={<p>All is well</p>} />
        </Routes>
      </ErrorBoundary>
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Back to Home' }))
  expect(await screen.findByText('All is well')).toBeTruthy()
})

test('the 500 page reloads when its link is clicked', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  render(
    <MemoryRouter>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reload this page' }))
  expect(reload).toHaveBeenCalledTimes(1)
})
