import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { delayAnswer, ok, refuse } from '@/test/api-stub'
import { pollNow } from '@/test/live-shop'
import { allItems, openReturnForm, returnForm, twoMugs } from '@/test/screens/sale-returns-screen'

const { form, quantity, more, refund, shipping, total, submit, isClosed } = returnForm

test('the form proposes the share of the chosen items in what was paid, and sends no refund', async () => {
  const { user, sent } = await openReturnForm()
  expect(total()).toBe('$0.00')
  await user.click(more('Mug'))
  // $19 of $1,507, of which $100.10 were discounted.
  expect(refund().value).toBe('17.74')
  expect(total()).toBe('$17.74')
  await user.click(more('Mug'))
  expect(total()).toBe('$35.48')
  await user.click(form().getByRole('checkbox', { name: 'Back into stock: Mug' }))
  await user.type(shipping(), '2.35')
  expect(total()).toBe('$37.83')
  await user.type(form().getByLabelText('Remark'), 'Cracked')
  await user.click(submit())
  await isClosed()
  expect(sent().map(({ body }) => body)).toEqual([
    {
      returnDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      lines: [{ saleDetailId: 32, quantity: 2, restock: false }],
      shippingRefund: 2.35,
      remark: 'Cracked',
    },
  ])
  // The amount is that of the API, which computed it under its lock.
  expect(await screen.findByText('Return recorded. Pay back $20.35.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Print slip' })).toBeTruthy()
  expect(document.activeElement).toBe(returnForm.open())
})

test('one button returns everything, and the refund is exactly what was paid for the goods @long', async () => {
  const { user, sent } = await openReturnForm()
  await user.click(form().getByRole('button', { name: 'Return everything' }))
  expect([quantity('Grinder').value, quantity('Mug').value]).toEqual(['1', '3'])
  expect(total()).toBe('$1,406.90')
  await user.click(submit())
  await isClosed()
  expect(sent()[0]?.body).toMatchObject({
    lines: [
      { saleDetailId: 31, quantity: 1, restock: true },
      { saleDetailId: 32, quantity: 3, restock: true },
    ],
  })
})

test('a lowered refund is sent, and an emptied field takes the proposal again @long', async () => {
  const { user, sent } = await openReturnForm()
  await user.click(more('Mug'))
  await user.clear(refund())
  await user.type(refund(), '10,5')
  expect(total()).toBe('$10.50')
  expect(form().getByText('Proposed: $17.74. At most $1,406.90.')).toBeTruthy()
  await user.clear(refund())
  await user.tab()
  expect(refund().value).toBe('17.74')
  await user.clear(refund())
  await user.type(refund(), '1')
  await user.click(form().getByRole('button', { name: 'Return everything' }))
  expect(total()).toBe('$1,406.90')
  await user.clear(refund())
  await user.type(refund(), '1')
  await user.click(form().getByRole('button', { name: 'One less of Mug' }))
  expect(total()).toBe('$1,389.16')
  await user.clear(refund())
  await user.type(refund(), '10')
  await user.click(submit())
  await isClosed()
  expect(sent()[0]?.body).toMatchObject({ refund: 10 })
})

test('an entry that cannot be recorded is refused before it is sent @long', async () => {
  const { user, sent } = await openReturnForm()
  await user.click(submit())
  expect(form().getByRole('alert').textContent).toBe(
    'Error: Please select at least one item, or enter a refund.',
  )
  await user.click(more('Mug'))
  expect(form().queryByRole('alert')).toBeNull()

  async function refuses(field: HTMLInputElement, text: string, message: string) {
    await user.clear(field)
    await user.type(field, text)
    await user.click(submit())
    expect(form().getByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
  }
  await refuses(refund(), '1406.91', 'The refund can be at most $1,406.90.')
  await refuses(refund(), 'much', 'Enter an amount, such as 12.50.')
  await refuses(refund(), '1.234', 'Refund must have at most two decimals')
  await refuses(refund(), '-1', 'Refund cannot be negative')
  await user.clear(refund())
  await refuses(shipping(), '12.36', 'The shipping refund can be at most $12.35.')
  expect(sent()).toEqual([])
})

test('only what was not returned and refunded before can be returned @long', async () => {
  const paidShipping = { ...twoMugs, shippingRefund: 12.35, refund: 35, totalRefund: 47.35 }
  const { user } = await openReturnForm({}, [paidShipping])
  expect(form().getByText('$19.00 · 3 sold · 2 returned')).toBeTruthy()
  expect(form().queryByLabelText('Shipping refund')).toBeNull()
  await user.type(quantity('Mug'), '2')
  expect(form().getByText('More than 1: counts as 1.')).toBeTruthy()
  await user.tab()
  expect(quantity('Mug').value).toBe('1')
  expect(form().getByText('Proposed. At most $1,371.90.')).toBeTruthy()
  // All mugs together: 53.21 of 1,406.90.
  expect(refund().value).toBe('17.73')
})

test('after the last item came back, the rest of the payment and the shipping fees can be paid back @long', async () => {
  const { user, sent } = await openReturnForm({}, [allItems])
  expect(form().getAllByText('All of it was returned.')).toHaveLength(2)
  expect(form().queryByRole('button', { name: 'Return everything' })).toBeNull()
  await user.click(submit())
  expect(form().getByRole('alert').textContent).toMatch(/or enter a refund\.$/)
  expect(form().getByText('Proposed. At most $10.00.')).toBeTruthy()
  await user.clear(refund())
  await user.type(refund(), '10')
  await user.type(shipping(), '12.35')
  expect(total()).toBe('$22.35')
  await user.click(submit())
  await isClosed()
  expect(sent()[0]?.body).toMatchObject({ lines: [], refund: 10, shippingRefund: 12.35 })
  expect(await screen.findByText('Return recorded. Pay back $22.35.')).toBeTruthy()
  const item = await screen.findByLabelText('Return 6')
  expect(item.textContent).toContain('No items came back.Refund $10.00 · Shipping refund $12.35')
  await waitFor(() => expect(returnForm.open().getAttribute('aria-disabled')).toBe('true'))
})

test.each([
  ['the rest of the refund', { shippingRefund: 12.35 }],
  ['the shipping fees', { refund: 1406.9 }],
])('%s alone can be paid back after the last item @long', async (_, paid) => {
  const { user, sent } = await openReturnForm({}, [{ ...allItems, ...paid }])
  const field = 'refund' in paid ? shipping() : refund()
  await user.clear(field)
  await user.type(field, '5')
  await user.click(submit())
  await isClosed()
  expect(sent()).toHaveLength(1)
})

test('a retry after a lost answer has the same key and the same body, and records one return', async () => {
  const { user, shop, sent } = await openReturnForm()
  await user.click(form().getByRole('button', { name: 'Return everything' }))
  shop.answer = 'lost'
  await user.click(submit())
  const alert = await form().findByRole('alert')
  expect(alert.textContent).toContain('If you record it again, it is recorded only once.')
  // The details behind the form show the return already.
  pollNow()
  await screen.findByLabelText('Return 6')
  expect(quantity('Mug').value).toBe('3')
  shop.answer = 'normal'
  await user.click(submit())
  await isClosed()
  const [first, second] = sent()
  expect(sent()).toHaveLength(2)
  expect(second?.key).toBe(first?.key)
  expect(second?.body).toEqual(first?.body)
  expect(shop.made).toHaveLength(1)
})

test('a refund is not paid again without items that another till has taken back meanwhile @long', async () => {
  const { user, shop, sent } = await openReturnForm()
  await user.type(quantity('Mug'), '3')
  await user.clear(refund())
  await user.type(refund(), '5')
  shop.made = [allItems]
  pollNow()
  await form().findAllByText('All of it was returned.')
  await user.click(submit())
  expect((await form().findByRole('alert')).textContent).toContain(
    'Some of these items were returned meanwhile.',
  )
  expect(sent()).toEqual([])
  expect(refund().value).toBe('0.00')
})

test('a changed entry after a lost answer says that the first one was recorded @long', async () => {
  const { user, shop, sent } = await openReturnForm()
  await user.click(more('Mug'))
  shop.answer = 'lost'
  await user.click(submit())
  await form().findByRole('alert')
  shop.answer = 'normal'
  await user.type(form().getByLabelText('Remark'), 'Cracked')
  await user.click(submit())
  expect(await form().findByText(/^Error: This return was recorded already\./)).toBeTruthy()
  await user.click(submit())
  await isClosed()
  const [, second, third] = sent()
  expect(third?.key).not.toBe(second?.key)
})

test('two clicks at once record one return @long', async () => {
  const { answer, release } = delayAnswer(ok(twoMugs))
  const { user, sent } = await openReturnForm({ 'POST /sales/12/returns': answer })
  await user.click(more('Mug'))
  const button = submit()
  fireEvent.click(button)
  fireEvent.click(button)
  expect(form().getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
  await user.keyboard('{Escape}')
  expect(submit()).toBeTruthy()
  release()
  await isClosed()
  expect(sent()).toHaveLength(1)
})

test('the errors of the API appear at their fields @long', async () => {
  const errors = [
    { path: 'lines.0.quantity', message: 'At most 1 can be returned.' },
    { path: 'refund', message: 'The refund can be at most $5.00.' },
  ]
  const { user } = await openReturnForm({ 'POST /sales/12/returns': refuse(422, { errors }) })
  await user.click(more('Mug'))
  await user.click(submit())
  expect(await form().findByText('At most 1 can be returned.')).toBeTruthy()
  expect(form().getByText('The refund can be at most $5.00.')).toBeTruthy()
  expect(form().queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(quantity('Mug'))
})

test('Escape asks only if something was entered, and Cancel never does @long', async () => {
  const { user } = await openReturnForm()
  await user.keyboard('{Escape}')
  await isClosed()
  await user.click(returnForm.open())
  await user.click(await screen.findByRole('button', { name: 'One more of Mug' }))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  await user.click(form().getByRole('button', { name: 'Cancel' }))
  await isClosed()
})
