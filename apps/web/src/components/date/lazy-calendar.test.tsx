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

test('the native calendar refuses a day after the last one', async () => {
  render(
    <NativeCalendar
      value="2026-11-21"
      last="2026-11-21"
      onChange={vi.fn<(day: string) => void>()}
    />,
  )
  const choose = screen.getByRole<HTMLButtonElement>('button', { name: 'Choose' })
  const input = screen.getByLabelText<HTMLInputElement>('Date')
  expect(input.max).toBe('2026-11-21')
  expect(choose.disabled).toBe(false)
  fireEvent.change(input, { target: { value: '2026-11-22' } })
  expect(choose.disabled).toBe(true)
})
