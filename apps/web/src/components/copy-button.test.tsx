import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'

import { CopyButton } from './copy-button'

async function copyOn(userAgent: string) {
  const user = userEvent.setup()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  // As over plain HTTP.
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  const shownIn = createRef<HTMLParagraphElement>()
  render(
    <>
      <p ref={shownIn}>k7mq-t2xw</p>
      <CopyButton text="k7mq-t2xw" shownIn={shownIn} />
    </>,
  )
  expect(screen.getByRole('status').textContent).toBe('')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
}

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Ctrl+C'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', '⌘C'],
])('a text that the page cannot copy is selected on %s, for %s', async (userAgent, keys) => {
  await copyOn(userAgent)
  expect(getSelection()?.toString()).toBe('k7mq-t2xw')
  expect(screen.getByRole('status').textContent).toBe(`Selected. Press ${keys} to copy.`)
})
