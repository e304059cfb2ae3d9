import { act, render, screen } from '@testing-library/react'
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

/** Its file never comes. */
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

test('reads the query of the URL, and changes it in place', () => {
  openAt('/list?q=tea')
  const entries = window.history.length
  act(() => change({ q: 'mug', from: '2026-11-01' }))
  expect(screen.getByText('q=mug from=2026-11-01')).toBeTruthy()
  expect(window.location.search).toBe('?q=mug&from=2026-11-01')
  act(() => change({ q: null, from: null }))
  expect(window.location.search).toBe('')
  expect(window.history.length).toBe(entries)
})

test('what a screen has still to say while the next is on its way does not lead back to it', async () => {
  openAt('/list?q=tea')
  act(() => screen.getByText('Slow').click())
  expect(window.location.pathname).toBe('/slow')
  expect(screen.getByText('q=tea from=null')).toBeTruthy()
  await act(async () => change({ q: 'mug' }))
  expect(window.location.pathname).toBe('/slow')
  act(() => window.history.back())
  expect(await screen.findByText(/^q=(tea|mug)/)).toBeTruthy()
})

test('keeps both of two changes in one moment', () => {
  openAt('/list')
  act(() => {
    change({ q: 'mug' })
    change({ from: '2026-11-01' })
  })
  expect(screen.getByText('q=mug from=2026-11-01')).toBeTruthy()
})

test('finds the query again for whoever comes back by the menu, in the URL too', () => {
  openAt('/list')
  act(() => change({ q: 'mug' }))
  act(() => screen.getByText('Other').click())
  act(() => screen.getByText('List').click())
  expect(screen.getByText('q=mug from=null')).toBeTruthy()
  expect(window.location.search).toBe('?q=mug')
})

test('a query of its own wins, and what was taken away stays away', () => {
  openAt('/list?q=mug').unmount()
  openAt('/list?q=tea').unmount()
  openAt('/list')
  expect(screen.getByText('q=tea from=null')).toBeTruthy()
  act(() => change({ q: null }))
  act(() => screen.getByText('Other').click())
  act(() => screen.getByText('List').click())
  expect(screen.getByText('q=null from=null')).toBeTruthy()
})

test('somebody else begins afresh', () => {
  openAt('/list?q=mug').unmount()
  sessionStore.set({ authState: 'Success', ...owner, id: 2 })
  openAt('/list')
  expect(screen.getByText('q=null from=null')).toBeTruthy()
})

test('the days begin with the default again, and so do their pages', () => {
  openAt('/list?q=mug&from=2026-11-01&to=2026-11-30&page=3')
  expect(screen.getByText('q=mug from=2026-11-01')).toBeTruthy()
  act(() => screen.getByText('Other').click())
  act(() => screen.getByText('List').click())
  expect(window.location.search).toBe('?q=mug')
})

test('keeps what the URL did not say before somebody left', () => {
  openAt('/list?sort=-name')
  act(() => screen.getByText('Other').click())
  keep({ q: 'mug' })
  expect(window.location.search).toBe('')
  act(() => screen.getByText('List').click())
  expect(window.location.search).toBe('?sort=-name&q=mug')
})
