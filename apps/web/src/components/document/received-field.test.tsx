import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import type { Payment } from '@/lib/drafts/payment'
import { ReceivedField } from './received-field'

function Screen({ last }: { last?: Payment }) {
  const [received, setReceived] = useState('')
  return <ReceivedField value={received} totalAmount={47.5} last={last} onChange={setReceived} />
}

test('the received amount shows its change, or what is still to pay', async () => {
  render(<Screen />)
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

test('the change of the last sale is shown until the next amount is typed', async () => {
  render(<Screen last={{ received: 100, change: 31.5 }} />)
  const user = userEvent.setup()
  expect(screen.getByText('Last sale: change $31.50')).toBeTruthy()
  await user.type(screen.getByLabelText('Received'), '50')
  expect(screen.queryByText(/Last sale/)).toBeNull()
})
