import { maxAmount } from '@stockie/contracts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { DocumentSummary } from './document-summary'

function Screen({ totalAmount = 1234.5 }) {
  const [discount, setDiscount] = useState('0')
  const [shippingFees, setShippingFees] = useState('0')
  return (
    <DocumentSummary
      subtotal={48}
      totalAmount={totalAmount}
      discount={discount}
      shippingFees={shippingFees}
      onDiscount={setDiscount}
      onShippingFees={setShippingFees}
      problems={discount === '-1' ? { discount: 'Discount cannot be negative' } : {}}
    />
  )
}

// @holds spec 2.103, 4.22, 5.31, decision 28.1
test('the summary keeps amounts as typed and notes that an invalid amount counts as 0', async () => {
  render(<Screen />)
  const user = userEvent.setup()
  expect(screen.getByText('Subtotal').nextElementSibling?.textContent).toBe('$48.00')
  const discount = screen.getByLabelText<HTMLInputElement>('Discount')
  const shipping = screen.getByLabelText<HTMLInputElement>('Shipping')
  expect(screen.getByRole('status', { name: 'Grand Total' }).textContent).toBe('$1,234.50')
  await user.click(discount)
  await user.keyboard('5.50')
  await user.tab()
  expect(document.activeElement).toBe(shipping)
  expect(discount.value).toBe('5.50')
  const note = () => screen.queryByText('Not a number: counts as 0.')
  for (const text of ['much', '5.505,0', '1e3']) {
    await user.clear(shipping)
    expect(note()).toBeNull()
    await user.keyboard(text)
    expect(note()).toBeTruthy()
    await user.tab()
    expect(shipping.value).toBe(text)
    expect(note()?.id).toBe(shipping.getAttribute('aria-describedby'))
    expect(screen.getByText('Shipping: counted as $0.00.')).toBeTruthy()
  }
  for (const text of ['{Backspace}', '0.00']) {
    await user.clear(shipping)
    await user.keyboard(text)
    expect(shipping.value).not.toBe('0')
    await user.tab()
    expect(shipping.value).toBe('0')
    expect(note()).toBeNull()
  }

  await user.click(discount)
  await user.keyboard('-1')
  expect(discount.getAttribute('aria-invalid')).toBe('true')
  const problem = document.getElementById(discount.getAttribute('aria-describedby') ?? '')
  expect(problem?.textContent).toBe('Discount cannot be negative')
})

test('the summary shows "Too much" for a total above the maximum', () => {
  const { rerender } = render(<Screen totalAmount={maxAmount} />)
  const total = screen.getByRole('status', { name: 'Grand Total' })
  expect(total.textContent).toBe('$70,000,000,000,000.00')
  rerender(<Screen totalAmount={maxAmount + 0.01} />)
  expect(total.textContent).toBe('Too much')
})

test('the summary says that the total is cut at 0 if the discount is larger than subtotal plus shipping', async () => {
  render(<Screen />)
  const user = userEvent.setup()
  const cut = () => screen.queryByText('The total is cut at $0.00.')
  await user.type(screen.getByLabelText('Discount'), '{Control>}a{/Control}48,50')
  expect(cut()?.id).toBe(screen.getByLabelText('Discount').getAttribute('aria-describedby'))
  await user.type(screen.getByLabelText('Shipping'), '{Control>}a{/Control}0,50')
  expect(cut()).toBeNull()
})
