import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { NativeCalendar } from './lazy-calendar'

test('the native calendar accepts a typed day once it is complete', async () => {
  const chosen = vi.fn<(day: string) => void>()
  render(<NativeCalendar value="2026-11-21" onChange={chosen} />)
  const choose = screen.getByRole<HTMLButtonElement>('button', { name: 'Choose' })
  const input = screen.getByLabelText('Date')
  fireEvent.change(input, { target: { value: '' } })
  expect(choose.disabled).toBe(true)
  fireEvent.change(input, { target: { value: '2026-12-24' } })
  expect(chosen).not.toHaveBeenCalled()
  await userEvent.click(choose)
  expect(chosen.mock.calls).toEqual([['2026-12-24']])
})
