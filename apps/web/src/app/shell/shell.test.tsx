import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, StrictMode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { ProductsPage } from '@/features/products/products-page'
import { sessionStore } from '@/lib/session/session-store'
import { knownLogins } from '@/resources/account'
import { owner, renderApp } from '@/test/app-harness'
import { ok, stubApi } from '@/test/api-stub'

import { KnownLoginsNotice } from './owner-notices'
import { Shell } from './shell'

async function openShell(path: string, answers: Parameters<typeof stubApi>[0] = {}) {
  stubApi({ 'POST /auth/verify': ok({ user: owner }), ...answers })
  const { user } = renderApp(path, 't1')
  await screen.findByRole('navigation')
  return user
}

test('the navigation marks only the current page', async () => {
  await openShell('/expense-category')
  const current = screen.getAllByRole('link', { current: 'page' })
  expect(current.map((link) => link.getAttribute('href'))).toEqual(['/expense-category'])
})

test('a navigation group collapses and expands by keyboard', async () => {
  const user = await openShell('/')
  const group = screen.getByRole('button', { name: 'Products', expanded: true })
  group.focus()
  await user.keyboard('{Enter}')
  expect(group.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('link', { name: 'All Products' })).toBeNull()
  await user.keyboard(' ')
  expect(screen.getByRole('link', { name: 'All Products' })).toBeTruthy()
})

// @holds spec 1.11, 2.15
test('the logo leads to /', async () => {
  await openShell('/user')
  expect(screen.getByRole('link', { name: 'Stockie POS' }).getAttribute('href')).toBe('/')
})

test('the first Tab focuses a link that skips the navigation', async () => {
  const user = await openShell('/user')
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Skip to content')
  expect(document.activeElement?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`)
})

// @holds spec 2.27, decision 22.1
test('the header search box accepts text and does nothing on Enter', async () => {
  const user = await openShell('/user')
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'tea{Enter}')
  expect(window.location.pathname).toBe('/user')
})

test('the list of products is asked for before its page is rendered, and only once', async () => {
  const list = 'GET /products'
  const calls = stubApi({
    [list]: ok([]),
    'GET /categories': ok([]),
    'POST /auth/verify': ok({ user: owner }),
  })
  const asked = () => calls.filter(({ name }) => name === list)
  sessionStore.set({ authState: 'Success', ...owner })
  const showWith = (page: ReactNode) => (
    // Renders everything twice, as React may do.
    <StrictMode>
      <MemoryRouter initialEntries={['/product']}>
        <Routes>
          <Route element={<Shell />}>
            <Route path="/product" element={page} />
          </Route>
        </Routes>
      </MemoryRouter>
    </StrictMode>
  )
  const { rerender } = render(showWith(null))
  await waitFor(() => expect(asked()).toHaveLength(1))

  rerender(showWith(<ProductsPage />))
  expect(await screen.findByText('Add your first', { exact: false })).toBeTruthy()
  expect(asked()).toHaveLength(1)
})

test('the categories are asked for after the products have come', async () => {
  let answer = (_response: Response) => {}
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': () => new Promise((resolve) => (answer = resolve)),
    'GET /categories': ok([]),
  })
  const names = () => calls.map(({ name }) => name)
  renderApp('/product', 't1')
  expect(await screen.findByText('Loading products...')).toBeTruthy()
  expect(names()).not.toContain('GET /categories')
  answer(Response.json([]))
  await waitFor(() => expect(names()).toContain('GET /categories'))
})

// @holds asvs 6.3.2
test('an owner is told which accounts have the public password of the demo', async () => {
  const accounts = [
    { id: 2, name: 'Samuel Okafor', email: 'manager@stockie.test', role: 2 },
    { id: 3, name: 'Priya Raman', email: 'cashier@stockie.test', role: 3 },
  ]
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /users/known-logins': ok(accounts),
  })
  const { user } = renderApp('/user', 't1')
  const notice = await screen.findByRole('complementary', { name: 'Public passwords' })
  expect(notice.textContent).toContain('manager@stockie.test and cashier@stockie.test')
  const details = within(notice).getByRole('button', { name: 'Details' })
  await user.click(details)
  expect(details.getAttribute('aria-expanded')).toBe('true')
  const link = within(notice).getByRole('link', { name: 'Staff' })
  expect(link.getAttribute('href')).toBe('/profile?tab=staff')
  await user.click(within(notice).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('complementary', { name: 'Public passwords' })).toBeNull()
})

// @holds asvs 6.3.2
test('the notice of public passwords stays closed for its owner, but not for another one', async () => {
  const client = new QueryClient()
  client.setQueryData(knownLogins.queryKey, [{ ...owner, email: 'manager@stockie.test' }])
  const openAs = (id: number) => {
    sessionStore.set({ authState: 'Success', ...owner, id })
    return render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <KnownLoginsNotice />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  }
  const find = () => screen.queryByRole('complementary', { name: 'Public passwords' })
  const { unmount } = openAs(1)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  unmount()
  const again = openAs(1)
  expect(find()).toBeNull()
  again.unmount()
  openAs(2)
  expect(find()).toBeTruthy()
})

// @holds asvs 6.3.2
test('other roles do not ask which accounts have a public password', async () => {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: { ...owner, role: 2 } }),
    'GET /users/known-logins': ok([]),
  })
  renderApp('/user', 't1')
  await screen.findByRole('navigation')
  expect(calls.map(({ name }) => name)).toEqual(['POST /auth/verify'])
})

// @holds spec 2.5, 2.29
test('the user menu shows name and e-mail and leads to the account', async () => {
  const user = await openShell('/user')
  await user.click(screen.getByRole('button', { name: 'User menu' }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getByText('Olivia Owner')).toBeTruthy()
  expect(menu.getByText('owner@stockie.test')).toBeTruthy()
  await user.click(menu.getByRole('menuitem', { name: 'Account' }))
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy()
})

// @holds spec 1.18, 1.20, 2.28, 3.17, 9.1
test('the theme menu offers three themes and stores the chosen one', async () => {
  const user = await openShell('/user')
  await user.click(screen.getByRole('button', { name: 'Theme' }))
  const items = await screen.findAllByRole('menuitemradio')
  expect(items.map((item) => item.textContent)).toEqual(['Light', 'Dark', 'System'])
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(localStorage.getItem('stockie-ui-theme')).toBe('dark')
  expect(document.documentElement.classList.contains('dark')).toBe(true)

  await user.click(screen.getByRole('button', { name: 'Theme' }))
  expect(await screen.findByRole('menuitemradio', { name: 'Dark', checked: true })).toBeTruthy()
})

// @holds spec 2.14
test('the drawer closes on Escape and returns the focus to its button', async () => {
  const user = await openShell('/user')
  const opener = screen.getByRole('button', { name: 'Open navigation' })
  await user.click(opener)
  await screen.findByRole('dialog', { name: /Navigation/ })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('the drawer closes and shows the page when an item is clicked', async () => {
  const user = await openShell('/user')
  await user.click(screen.getByRole('button', { name: 'Open navigation' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(drawer.getByRole('link', { name: 'Suppliers' }))
  expect(await screen.findByRole('heading', { name: 'Supplier Management' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the drawer stays open if the screen stores a search in the URL meanwhile @long', async () => {
  const user = await openShell('/customer', { 'GET /customers': ok([]) })
  const searchBox = await screen.findByRole('searchbox', { name: /^Search customers/ })
  const opener = screen.getByRole('button', { name: 'Open navigation' })
  await user.click(opener)
  const drawer = within(await screen.findByRole('dialog', { name: /Navigation/ }))
  fireEvent.change(searchBox, { target: { value: 'Max' } })
  await waitFor(() => expect(window.location.search).toBe('?q=Max'))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  await user.click(drawer.getByRole('link', { name: 'Customers' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a new page scrolls to its top, but Back leaves the position to the browser', async () => {
  const user = await openShell('/user')
  const scrollTo = vi.spyOn(window, 'scrollTo')
  await user.click(screen.getByRole('link', { name: 'Sales' }))
  await screen.findByRole('heading', { name: 'Sales Management' })
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 0))

  scrollTo.mockClear()
  act(() => window.history.back())
  await screen.findByRole('heading', { name: 'User Management' })
  expect(scrollTo).not.toHaveBeenCalled()
})

test('the query cache of one user is dropped when another user signs in', async () => {
  const readers = ['read by Olivia', 'read by Max']
  function Page() {
    const { data } = useQuery({
      queryKey: ['sales'],
      queryFn: () => Promise.resolve(readers.shift()),
      staleTime: Infinity,
    })
    return <p>{data}</p>
  }
  sessionStore.set({ authState: 'Success', ...owner })
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<Shell />}>
          <Route path="/" element={<Page />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
  await screen.findByText('read by Olivia')
  act(() => sessionStore.set({ authState: 'Success', ...owner, id: 2, name: 'Max Manager' }))
  expect(await screen.findByText('read by Max')).toBeTruthy()
})
