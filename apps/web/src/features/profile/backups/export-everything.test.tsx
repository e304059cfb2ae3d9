import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { ok, refuse, stubApi } from '@/test/api-stub'
import { owner, renderApp } from '@/test/app-harness'

type Answers = Parameters<typeof stubApi>[0]

async function openTab(ticket: Answers[string]) {
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /backups': ok([]),
    'GET /backups/status': ok({ provedAt: null, overdue: false, hours: 50 }),
    'GET /backups/jobs': ok([]),
    'POST /export/ticket': ticket,
  })
  const followed: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push(this.getAttribute('href') ?? '')
  })
  onTestFinished(() => click.mockRestore())
  const { user } = renderApp('/profile?tab=backups', 't1')
  const button = await screen.findByRole('button', { name: 'Export everything' })
  return { user, button, followed }
}

const url = '/api/v1/downloads/1f2e'

test('Export everything is busy until it has its link, keeps the focus, and starts one download', async () => {
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const { user, button, followed } = await openTab(async () => {
    await waiting
    return ok({ url, expiresAt: '2026-11-21T22:44:00.000Z' })()
  })
  button.focus()
  await user.keyboard('{Enter}{Enter}')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(followed).toEqual([])
  answer()
  const started = await screen.findByText(/The download has started/)
  expect(started.tagName).toBe('OUTPUT')
  expect(followed).toEqual([url])
  expect(button.getAttribute('aria-disabled')).toBe('false')
  expect(document.activeElement).toBe(button)
})

test.each([409, 503, 500])(
  'Export everything says why the API refuses it with %i, until the next try',
  async (status) => {
    const detail = 'Two exports are being downloaded.'
    let isRefused = true
    const { user, button, followed } = await openTab(() =>
      isRefused ? refuse(status, { detail })() : ok({ url, expiresAt: '' })(),
    )
    await user.click(button)
    // Once, so no toast repeats it.
    expect((await screen.findByText(detail)).getAttribute('role')).toBe('alert')
    expect(screen.queryByText(/The download has started/)).toBeNull()
    expect(followed).toEqual([])
    isRefused = false
    await user.click(button)
    await screen.findByText(/The download has started/)
    expect(screen.queryByText(detail)).toBeNull()
    expect(followed).toEqual([url])
  },
)
