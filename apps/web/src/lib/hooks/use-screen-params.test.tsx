import { act, render, screen } from '@testing-library/react'
// oxlint-disable-next-line no-restricted-imports -- Keeps the old screen, as a transition of the router does.
import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'

import { owner } from '@/test/app-harness'

import { useScreenParams, type ParamChanges } from './use-screen-params'
import { sessionStore } from '@/lib/session/session-store'

let change: (changes: ParamChanges) => void
let keep: (changes: ParamChanges) => void

function List() {
  const screenParams = useScreenParams()
  useEffect(() => {
    change = screenParams.change
    keep = screenParams.keep
  })
  return (
    <>
      <p>{`q=${screenParams.params.get('q')} from=${screenParams.params.get('from')}`}</p>
      <Link to="/other">Other</Link>
      <Link to="/slow">Slow</Link>
    </>
  )
}

/** Its chunk never loads. */
const Slow = lazy(() => new Promise<never>(() => {}))

function openAt(path: string) {
  window.history.replaceState(null, '', path)
  return render(
    <BrowserRouter>
      <Suspense>
        <Routes>
          <Route path="/list" element={<List />} />
          <Route path="/slow" element={<Slow />} />
          <Route path="/other" element={<Link to="/list">List</Link>} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  )
}

beforeEach(() => sessionStore.set({ authState: 'Success', ...owner }))

test('useScreenParams reads the query of the URL and changes it in place', () => {
  openAt('/list?q=tea')
  const entries = window.history.length
  act(() => change({ q: 'mug', from: '2026-11-01' }))
  expect(screen.getByText('q=mug from=2026-11-01')).toBeTruthy()
  expect(window.location.search).toBe('?q=mug&from=2026-11-01')
  act(() => change({ q: null, from: null }))
  expect(window.location.search).toBe('')
  expect(window.history.length).toBe(entries)
})

test('a change made while the next screen loads does not navigate back', async () => {
  openAt('/list?q=tea')
  act(() => screen.getByText('Slow').click())
  expect(window.location.pathname).toBe('/slow')
  expect(screen.getByText('q=tea from=null')).toBeTruthy()
  await act(async () => change({ q: 'mug' }))
  expect(window.location.pathname).toBe('/slow')
  act(() => window.history.back())
  expect(await screen.findByText(/^q=(tea|mug)/)).toBeTruthy()
})

test('two parameter changes in the same event are both kept', () => {
  openAt('/list')
  act(() => {
    change({ q: 'mug' })
    change({ from: '2026-11-01' })
  })
  expect(screen.getByText('q=mug from=2026-11-01')).toBeTruthy()
})

test('returning by the menu restores the last query, also in the URL', () => {
  openAt('/list')
  act(() => change({ q: 'mug' }))
  act(() => screen.getByText('Other').click())
  act(() => screen.getByText('List').click())
  expect(screen.getByText('q=mug from=null')).toBeTruthy()
  expect(window.location.search).toBe('?q=mug')
})

test('a query in the URL replaces the stored one, and a removed parameter stays removed', () => {
  openAt('/list?q=mug').unmount()
  openAt('/list?q=tea').unmount()
  openAt('/list')
  expect(screen.getByText('q=tea from=null')).toBeTruthy()
  act(() => change({ q: null }))
  act(() => screen.getByText('Other').click())
  act(() => screen.getByText('List').click())
  expect(screen.getByText('q=null from=null')).toBeTruthy()
})

test('another user starts without the stored query', () => {
  openAt('/list?q=mug').unmount()
  sessionStore.set({ authState: 'Success', ...owner, id: 2 })
  openAt('/list')
  expect(screen.getByText('q=null from=null')).toBeTruthy()
})

test('returning by the menu resets the days and their page', () => {
  openAt('/list?q=mug&from=2026-11-01&to=2026-11-30&page=3')
  expect(screen.getByText('q=mug from=2026-11-01')).toBeTruthy()
  act(() => screen.getByText('Other').click())
  act(() => screen.getByText('List').click())
  expect(window.location.search).toBe('?q=mug')
})

test('returning by the menu shows the present again', () => {
  openAt('/list?q=mug&asOf=2026-11-20&page=3')
  act(() => screen.getByText('Other').click())
  act(() => screen.getByText('List').click())
  expect(window.location.search).toBe('?q=mug')
})

test('parameters kept after leaving a screen are restored on the next visit', () => {
  openAt('/list?sort=-name')
  act(() => screen.getByText('Other').click())
  keep({ q: 'mug' })
  expect(window.location.search).toBe('')
  act(() => screen.getByText('List').click())
  expect(window.location.search).toBe('?sort=-name&q=mug')
})
