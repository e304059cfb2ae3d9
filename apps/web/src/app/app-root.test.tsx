import { runInThisContext } from 'node:vm'

import { act, screen } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { twMerge } from 'tailwind-merge'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import page from '@/../index.html?raw'
import { setClassMerger } from '@/lib/cn'
import { startSession } from '@/lib/session/session'
import { removeToken, storeToken, tokenKey } from '@/lib/session/session-store'
import { owner } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

import { prerenderLogin } from './prerendered-login'
import { AppRoot } from './app-root'

/** The second inline script; the first sets the theme. */
const inlineScript = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)][1]?.[1] ?? ''

let root: Root | undefined
/** The listeners that the inline script added to the window. */
let listeners: Parameters<typeof globalThis.addEventListener>[] = []
beforeEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = `<div id="root"></div>
    <template id="login">${prerenderLogin()}</template>
    <template id="app"><link rel="modulepreload" href="/assets/app.js" /></template>
    ${page.match(/<template id="not-loaded">[\s\S]*?<\/template>/)?.[0]}`
})
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  for (const listener of listeners) globalThis.removeEventListener(...listener)
  listeners = []
  removeToken()
  document.body.innerHTML = ''
})

/** Shows the page as it is before any of the app's scripts run. */
function openPage(path: string) {
  window.history.replaceState(null, '', path)
  const listen = vi.spyOn(globalThis, 'addEventListener')
  runInThisContext(inlineScript)
  listeners.push(...listen.mock.calls)
  listen.mockRestore()
  return document.getElementById('root') ?? document.body
}

/** Hydrates the page as main.tsx does. */
async function hydratePage(container: HTMLElement, onRecoverableError = vi.fn<() => void>()) {
  void startSession()
  await act(async () => {
    root = hydrateRoot(container, <AppRoot path={window.location.pathname} />, {
      onRecoverableError,
    })
  })
  return onRecoverableError
}

test('React hydrates the prerendered login page without replacing it', async () => {
  const container = openPage('/auth/login')
  const form = container.querySelector('form')
  expect(screen.getByLabelText('Email')).toBeTruthy()
  const onRecoverableError = await hydratePage(container)
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(container.querySelector('form')).toBe(form)
})

test('any page but the login page shows no login form and preloads the app', () => {
  expect(openPage('/sales').innerHTML).toBe('')
  expect(document.head.querySelector('[rel=modulepreload]')).toBeTruthy()
})

test('the login page with a stored token shows no login form and preloads the app', () => {
  localStorage.setItem(tokenKey, 't1')
  expect(openPage('/auth/login').innerHTML).toBe('')
  expect(document.head.querySelector('[rel=modulepreload]')).toBeTruthy()
})

test('the login page without a token preloads nothing of the app', () => {
  openPage('/auth/login')
  expect(document.head.querySelector('[rel=modulepreload]')).toBeNull()
})

test('a form submitted before hydration is sent afterwards and leaves nothing in the URL', async () => {
  const calls = stubApi({ 'POST /auth/login': refuse(401) })
  const container = openPage('/auth/login')
  for (const [label, value] of [
    ['Email', owner.email],
    ['Password', 'stockie-demo'],
  ] as const) {
    screen.getByLabelText<HTMLInputElement>(label).value = value
  }
  const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true })
  const isNative = container.querySelector('form')?.dispatchEvent(submit)
  expect(isNative).toBe(false)
  expect(container.querySelector('[aria-busy=true]')).toBe(container.querySelector('form'))
  expect(calls).toEqual([])

  await hydratePage(container)
  // A request of an earlier test may end only now, on a busy machine.
  const logins = () => calls.filter(({ name }) => name === 'POST /auth/login')
  await vi.waitFor(() => expect(logins()).toHaveLength(1), 10_000)
  expect(logins()[0]?.body).toEqual({ email: owner.email, password: 'stockie-demo' })
  expect(window.location.search).toBe('')
  await vi.waitFor(() => expect(container.querySelector('[aria-busy=true]')).toBeNull(), 10_000)
})

test('an invalid form submitted before hydration is rejected without a request', async () => {
  const calls = stubApi({})
  const container = openPage('/auth/login')
  const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true })
  container.querySelector('form')?.dispatchEvent(submit)

  await hydratePage(container)
  expect(await screen.findByText('Please enter your email')).toBeTruthy()
  expect(container.querySelector('[aria-busy=true]')).toBeNull()
  expect(calls).toEqual([])
})

test('a form submitted on a page that never hydrated is not sent by a later page', async () => {
  const calls = stubApi({})
  const container = openPage('/auth/login')
  const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true })
  container.querySelector('form')?.dispatchEvent(submit)
  container.replaceChildren()
  await hydratePage(container)
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy()
  expect(screen.queryByText('Please enter your email')).toBeNull()
  expect(calls).toEqual([])
})

test('the page shows an error if its own script fails to load, but not for a foreign script', () => {
  const container = openPage('/sales')
  for (const src of ['chrome-extension://id/script.js', '/assets/index.js']) {
    expect(screen.queryByRole('alert')).toBeNull()
    const script = document.createElement('script')
    // Prevents a real fetch: the error event alone stands for a failed download.
    script.type = 'text/plain'
    script.setAttribute('src', src)
    document.head.append(script)
    script.dispatchEvent(new Event('error'))
  }
  expect(container.textContent).toContain('Stockie could not be loaded.')
  expect(screen.getByText('Try again')).toBeTruthy()
})

test('the login page has no conflicting classes, since it loads without tailwind-merge', () => {
  // As in the build, which renders the login page without the app.
  setClassMerger((classes) => classes)
  const template = document.createElement('template')
  template.innerHTML = prerenderLogin()
  setClassMerger(twMerge)

  const drawn = template.content.querySelectorAll('[class]')
  expect(drawn.length).toBeGreaterThan(20)
  for (const element of drawn) {
    const classes = element.getAttribute('class')?.split(/\s+/).join(' ') ?? ''
    expect(twMerge(classes)).toBe(classes)
  }
})

test('Back from a reloaded login page shows the page of the app before it', async () => {
  stubApi({ 'POST /auth/verify': ok({ user: owner }) })
  const container = openPage('/auth/login')
  await hydratePage(container)
  storeToken('t1')
  window.history.replaceState(null, '', '/404')
  await act(async () => {
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(await screen.findByRole('heading', { name: 'Oops! Page Not Found!' })).toBeTruthy()
})
