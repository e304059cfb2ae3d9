import { limits } from '@stockie/contracts'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'

import { createStore, useStore } from '@/lib/external-store'

import { LinesTable, type LineWithState } from './lines-table'
import type { LinesTableHandle } from './use-line-focus'

const onLeave = vi.fn<() => void>()
const table = createRef<LinesTableHandle>()
const store = createStore<LineWithState[]>([])

function line(
  productId: number,
  changes = {},
  state: LineWithState['state'] = 'same',
): LineWithState {
  return {
    line: { productId, name: `Pen ${productId}`, price: 24, quantity: 2, ...changes },
    state,
  }
}

function setLines(lines: LineWithState[]) {
  act(() => store.set(lines))
}

function change(id: number, changes: object) {
  store.set(
    store
      .get()
      .map((view) => (view.line.productId === id ? line(id, { ...view.line, ...changes }) : view)),
  )
}

function remove(id: number) {
  store.set(store.get().filter(({ line: { productId } }) => productId !== id))
}

function Screen({ max }: { max: number }) {
  const lines = useStore(store)
  return (
    <LinesTable
      ref={table}
      priceTitle="Cost"
      maxQuantity={max}
      lines={lines}
      subtotal={lines.reduce((sum, { line: { price, quantity } }) => sum + price * quantity, 0)}
      onQuantity={(id, quantity) => change(id, { quantity })}
      onRemove={remove}
      onTakePrice={(id) => change(id, { price: 25 })}
      onLeave={onLeave}
    />
  )
}

function show(first: LineWithState[], max: number = limits.purchaseQuantity) {
  onLeave.mockReset()
  store.set(first)
  render(<Screen max={max} />)
  return {
    user: userEvent.setup(),
    quantity: (id: number) =>
      screen.getByRole<HTMLInputElement>('spinbutton', { name: `Quantity of Pen ${id}` }),
    button: (name: string) => screen.getByRole('button', { name }),
    row: (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) }),
    announcement: () => screen.getByRole('status').textContent,
  }
}

const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

// @holds spec 2.102
test('the table shows the total of each line and the sum below', () => {
  const { row, announcement } = show([line(1), line(2, { price: 1450, quantity: 3 })])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Product',
    'Cost',
    'Quantity',
    'Total',
    'Delete',
  ])
  expect(within(row('Pen 2')).getByText('$4,350.00')).toBeTruthy()
  expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('Total$4,398.00')
  expect(announcement()).toBe('')
  setLines([])
  expect(screen.getByRole('cell').textContent).toBe('No products added.')
  expect(screen.queryByText('$0.00')).toBeNull()
})

// @holds spec 4.19, decision 35.1
test('an emptied quantity becomes 1 at once, and the next digits replace it', async () => {
  const { user, quantity, row, announcement } = show([line(1)])
  await user.click(quantity(1))
  await user.keyboard('{Backspace}')
  expect(quantity(1).value).toBe('1')
  await user.keyboard('45')
  expect(quantity(1).value).toBe('45')
  expect(within(row('Pen 1')).getByText('$1,080.00')).toBeTruthy()
  expect(announcement()).toBe('Pen 1: quantity 45, total $1,080.00')
  fireEvent.change(quantity(1), { target: { value: '' } })
  expect(quantity(1).value).toBe('1')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(onLeave).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onLeave).toHaveBeenCalledOnce()
})

test.each([
  ['1,5', '1', '1', 'Not a whole number: counts as 1.', '$24.00'],
  ['1.234', '1', '1', 'Not a whole number: counts as 1.', '$24.00'],
  ['-2', '1', '1', 'Not a whole number: counts as 1.', '$24.00'],
  ['0', '0', '1', 'Less than 1: counts as 1.', '$24.00'],
  ['45678', '45678', '9999', 'More than 9,999: counts as 9,999.', '$239,976.00'],
])(
  // @holds spec 4.19, decision 35.1
  'a quantity typed as %s shows %s, then %s on blur, with the note: %s',
  async (typed, text, settled, note, total) => {
    const { user, quantity, row, announcement } = show([line(1), line(2)])
    await user.clear(quantity(1))
    await user.keyboard(typed)
    expect(quantity(1).value).toBe(text)
    expect(announcement()).toBe(`Pen 1: ${note}`)
    await user.tab()
    expect(quantity(1).value).toBe(settled)
    const noteId = quantity(1).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(noteId)?.textContent).toBe(note)
    expect(within(row('Pen 1')).getAllByRole('cell')[2]?.textContent).toBe(total)
    await user.clear(quantity(1))
    await user.keyboard('07')
    expect(screen.queryByText(note)).toBeNull()
    expect(announcement()).toBe('Pen 1: quantity 7, total $168.00')
    await user.tab()
    expect(quantity(1).value).toBe('7')
  },
)

test('the table marks a line that sells more than the stock', () => {
  const { quantity, announcement } = show([line(1)])
  setLines([{ ...line(1), shortStock: 1 }])
  const note = document.getElementById(quantity(1).getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toBe('Only 1 in stock')
  expect(announcement()).toBe('Pen 1: Only 1 in stock')
  expect(isDisabled(screen.getByRole('button', { name: 'One more of Pen 1' }))).toBe(false)
  setLines([{ ...line(1), shortStock: -3 }])
  expect(screen.getByText('Out of stock')).toBeTruthy()
})

test('a line shows the note of its quantity and that of its stock together', () => {
  const { quantity } = show([line(1, { quantity: 1 })])
  fireEvent.change(quantity(1), { target: { value: '0' } })
  setLines([{ ...line(1, { quantity: 1 }), shortStock: 0 }])
  const note = document.getElementById(quantity(1).getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toMatch(/counts as 1\. Out of stock$/)
})

test('another change of the quantity replaces an invalid typed text', async () => {
  const { user, quantity, button, announcement } = show([line(1, { quantity: 1 })])
  const type = (value: string) => fireEvent.change(quantity(1), { target: { value } })
  type('0')
  type('1')
  // Cleared, so that screen readers announce the same note again.
  expect(announcement()).toBe('')
  type('0')
  expect(announcement()).toBe('Pen 1: Less than 1: counts as 1.')
  await user.click(button('One more of Pen 1'))
  expect(quantity(1).value).toBe('2')
  type('99999')
  setLines([line(1, { quantity: 4 })])
  expect(quantity(1).value).toBe('4')
  quantity(1).focus()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(quantity(1).value).toBe('5')
  type('0')
  await user.keyboard('{ArrowDown}')
  expect(quantity(1).value).toBe('1')
  expect(screen.queryByText(/counts as/)).toBeNull()
})

// @holds spec 2.102, 4.18, 5.29
test('minus stops at 1, plus stops at the maximum, and both keep the focus', async () => {
  const { user, quantity, button } = show([line(1), line(2, { quantity: 9998 })])
  const minus = button('One less of Pen 1')
  minus.focus()
  await user.keyboard('{Enter}{Enter}{Enter}')
  expect(quantity(1).value).toBe('1')
  expect(isDisabled(minus)).toBe(true)
  expect(document.activeElement).toBe(minus)
  const plus = button('One more of Pen 2')
  expect(isDisabled(plus)).toBe(false)
  plus.focus()
  await user.keyboard('{Enter}{Enter}{Enter}')
  expect(quantity(2).value).toBe('9999')
  expect(isDisabled(plus)).toBe(true)
  expect(document.activeElement).toBe(plus)
})

// @holds spec 2.102
test('deleting a line moves the focus to its neighbour, or to the search after the last line', async () => {
  const { user, button, announcement } = show([line(1), line(2), line(3)])
  await user.click(button('Delete Pen 2'))
  expect(announcement()).toBe('Pen 2 deleted.')
  expect(document.activeElement).toBe(button('Delete Pen 3'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(button('Delete Pen 1'))
  expect(onLeave).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onLeave).toHaveBeenCalledOnce()
})

test('focusQuantity focuses the quantity of a line, and a later render leaves the focus alone', () => {
  const { quantity, announcement } = show([line(1)])
  act(() => table.current?.focusQuantity(1))
  expect(document.activeElement).toBe(quantity(1))
  setLines([line(1), line(2)])
  act(() => table.current?.focusQuantity(2))
  expect(document.activeElement).toBe(quantity(2))
  expect(announcement()).toBe('Pen 2: quantity 2, total $48.00')
  act(() => quantity(1).focus())
  setLines([line(1), line(2), line(3), line(4)])
  expect(document.activeElement).toBe(quantity(1))
  expect(announcement()).toBe('4 products')
})

test('showLine scrolls to a line and highlights it without moving the focus', () => {
  const { row, quantity } = show([line(1)])
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const highlight = vi.spyOn(Element.prototype, 'animate')
  quantity(1).focus()
  setLines([line(1), line(2)])
  expect(scroll).not.toHaveBeenCalled()
  act(() => table.current?.showLine(2))
  expect(scroll.mock.contexts).toEqual([row('Pen 2')])
  expect(highlight.mock.contexts).toEqual([row('Pen 2')])
  setLines([line(1), line(2), line(3)])
  act(() => table.current?.showLine(1))
  expect(highlight.mock.contexts).toEqual([row('Pen 2'), row('Pen 1')])
  expect(document.activeElement).toBe(quantity(1))
  scroll.mockRestore()
  highlight.mockRestore()
})

test('the table marks deleted products, and changed prices until the new price is used', async () => {
  const { user, button, row } = show([line(1, {}, { price: 25 }), line(2, {}, 'deleted'), line(3)])
  expect(row('Pen 1').textContent).toContain('The cost is now $25.00.')
  expect(row('Pen 2').textContent).toContain('This product was deleted.')
  expect(within(row('Pen 3')).getByRole('rowheader').textContent).toBe('Pen 3')
  await user.click(button('Use new cost of Pen 1'))
  expect(document.activeElement).toBe(within(row('Pen 1')).getByRole('rowheader'))
  expect(row('Pen 1').textContent).toContain('$50.00')
  expect(screen.queryByText(/The cost is now/)).toBeNull()
})

test('a price that changes and a product that is deleted meanwhile are announced', () => {
  const { announcement } = show([line(1), line(2), line(3)])
  setLines([line(1, {}, { price: 26 }), line(2), line(3)])
  expect(announcement()).toBe('Pen 1: now $26.00')
  setLines([line(1, {}, { price: 26 }), line(2, {}, 'deleted'), line(3)])
  expect(announcement()).toBe('Pen 2: this product was deleted')
  setLines([line(1, {}, 'deleted'), line(2, {}, 'deleted'), line(3, {}, 'deleted')])
  expect(announcement()).toBe('2 products have changed')
})
