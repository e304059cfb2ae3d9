import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { rejectNonDigits } from './quantity-input'

test.each([
  ['12 ', '12'],
  ['1 000', '1000'],
  [' 7', '7'],
  // @holds spec 4.19
])('blanks in %j are dropped, and the quantity is %s', async (typed, text) => {
  render(<input type="number" />)
  const input = screen.getByRole<HTMLInputElement>('spinbutton')
  const onReject = vi.fn<() => void>()
  rejectNonDigits(input, onReject)
  const user = userEvent.setup()
  await user.click(input)
  await user.keyboard(typed)
  expect(input.value).toBe(text)
  expect(onReject).not.toHaveBeenCalled()
  // Other text is still rejected.
  await user.keyboard(', 5')
  expect(input.value).toBe(text)
  expect(onReject).toHaveBeenCalledOnce()
})
