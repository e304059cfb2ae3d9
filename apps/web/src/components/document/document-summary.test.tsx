import { maxAmount } from '@stockie/contracts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { DocumentSummary } from './document-summary'

function Screen({ totalAmount = 1234.5 }) {
  const [discount, setDiscount] = useState('0')
  const [shippingFees, setShippingFees] = useState('0')
  const [received, setReceived] = useState('')
  return (
    <DocumentSummary
      subtotal={48}
      totalAmount={totalAmount}
      discount={discount}
      shippingFees={shippingFees}
      received={received}
      onDiscount={setDiscount}
      onShippingFees={setShippingFees}
      onReceived={setReceived}
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

test('the summary shows the change of the received amount, or what is still to pay', async () => {
  render(<Screen totalAmount={47.5} />)
  const user = userEvent.setup()
  const received = screen.getByLabelText<HTMLInputElement>('Received')
  const change = () => document.getElementById(received.getAttribute('aria-describedby') ?? '')
  expect(change()?.textContent).toBe('')
  const texts = {
    '50': 'Change $2.50',
    '47,50': 'Change $0.00',
    '44.5': 'Still to pay $3.00',
    much: 'Not a number.',
  }
  for (const [typed, text] of Object.entries(texts)) {
    await user.clear(received)
    await user.type(received, typed)
    expect(change()?.textContent).toBe(text)
  }
  expect(received.value).toBe('much')
  // A submit does not check it.
  expect(received.getAttribute('aria-invalid')).toBeNull()
})
