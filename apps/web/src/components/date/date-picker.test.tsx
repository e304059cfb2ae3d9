import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { DatePicker } from './date-picker'

function Screen({ canClear = false, isInDialog = false }) {
  const [day, setDay] = useState('2026-11-20')
  return (
    <main id="main">
      <DatePicker
        label="Date"
        value={day}
        onChange={setDay}
        canClear={canClear}
        isInDialog={isInDialog}
      />
    </main>
  )
}

const date = () => screen.getByRole('button', { name: /^Date/ })
const clear = () => screen.queryByRole('button', { name: 'Clear' })

test('choosing the same day again keeps it, and only Clear removes it', async () => {
  render(<Screen canClear />)
  const user = userEvent.setup()
  await user.click(date())
  await user.click(await screen.findByRole('button', { name: /20 November 2026.*selected/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(date().textContent).toBe('20-11-2026')

  await user.click(date())
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(date().textContent).toBe('Pick a date')
  expect(document.activeElement).toBe(date())
  await user.keyboard('{Enter}')
  await screen.findByRole('grid')
  expect(clear()).toBeNull()
})

test('the date picker has no Clear button if a day is required', async () => {
  render(<Screen />)
  await userEvent.setup().click(date())
  await screen.findByRole('grid')
  expect(clear()).toBeNull()
})

test('the calendar of a page is inside of main, and the one of a dialog is above everything', async () => {
  for (const isInDialog of [false, true]) {
    const { unmount } = render(<Screen isInDialog={isInDialog} />)
    await userEvent.setup().click(date())
    const calendar = await screen.findByRole('dialog', { name: 'Date' })
    expect(screen.getByRole('main').contains(calendar)).toBe(!isInDialog)
    expect(calendar.getAttribute('aria-modal')).toBe(String(isInDialog))
    // The open dialog would take the focus back from a calendar that takes it too early.
    expect(document.activeElement?.textContent).toBe('20')
    unmount()
  }
})
