import type { Product } from '@stockie/contracts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ProductSearch } from './product-search'

const onChoose = vi.fn<(product: Product, how: string) => void>()
const refetch = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  onChoose.mockReset()
  refetch.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

function product(id: number, name: string, categoryName: string | null, stock = 40): Product {
  return {
    id,
    name,
    categoryName,
    stock,
    description: null,
    price: 24,
    cost: 11,
    categoryId: 1,
    code: null,
    reorderLevel: null,
    reorderTarget: null,
    version: 1,
  }
}

const goods = [
  product(1, 'Fountain pen', 'Stationery', 0),
  product(2, 'Green tea', 'Tea', 9),
  product(3, 'Teapot', null, 10),
]

interface ScreenProps {
  data?: Product[] | undefined
  isError?: boolean
}

function Screen({ data, isError = false }: ScreenProps) {
  const ref = useRef<HTMLInputElement>(null)
  return (
    <ProductSearch
      ref={ref}
      products={{ data, isError, refetch }}
      failure="Error loading products."
      priceOf={({ cost }) => cost}
      describeLine={() => '1 in the sale'}
      ProductDialog={() => null}
      onCreated={() => {}}
      onChoose={onChoose}
    />
  )
}

function show(props: ScreenProps = { data: goods }) {
  const view = render(<Screen {...props} />)
  const field = screen.getByRole<HTMLInputElement>('combobox')
  act(() => field.focus())
  return {
    field,
    show: (next: ScreenProps) => view.rerender(<Screen {...next} />),
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(field, { key }),
    names: () =>
      screen.queryAllByRole('option').map((option) => option.querySelector('[title]')?.textContent),
    active: () => {
      const id = field.getAttribute('aria-activedescendant')
      const [selected] = screen.queryAllByRole('option', { selected: true })
      expect(selected?.id ?? null).toBe(id)
      return selected?.querySelector('[title]')?.textContent
    },
  }
}

function wait(time: number) {
  act(() => {
    vi.advanceTimersByTime(time)
  })
}

// @holds spec 2.101, 9.11
test('the search shows products 300 ms after the last letter', () => {
  const { field, type, names, active } = show()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  type('te')
  wait(200)
  type('tea')
  wait(299)
  expect(names()).toEqual([])
  wait(1)
  expect(names()).toEqual(['Teapot', 'Green tea'])
  expect(active()).toBe('Teapot')
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('listbox').id).toBe(field.getAttribute('aria-controls'))
  expect(screen.getByRole('status').textContent).toBe('2 results')

  // Finds by category, and by the label for none. An icon repeats what the stock's colour means.
  type('STATION')
  wait(300)
  const [pen] = screen.getAllByRole('option')
  expect(pen?.textContent).toBe('Fountain penStationery$11.00Stock: 0')
  expect(pen?.querySelector('svg')).not.toBeNull()
  type('unknown')
  wait(300)
  expect(names()).toEqual(['Teapot'])
  expect(screen.getByRole('option').querySelector('svg')).toBeNull()
  type('nothing')
  wait(300)
  expect(screen.getByRole('status').textContent).toBe('No items found')
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

test('keys choose the same product however fast they are pressed', () => {
  const { field, type, press, names, active } = show()
  for (const pause of [0, 100, 300]) {
    type('tea')
    wait(pause)
    press('ArrowDown')
    expect(active()).toBe('Green tea')
    press('Enter')
    expect(onChoose).toHaveBeenLastCalledWith(goods[1], 'keyboard')
    expect(field.value).toBe('')
    expect(names()).toEqual([])

    type('pen')
    wait(pause)
    press('Enter')
    expect(onChoose).toHaveBeenLastCalledWith(goods[0], 'keyboard')
  }
  // The debounced search does not reopen the list.
  wait(300)
  expect(names()).toEqual([])
  type('nothing')
  press('Enter')
  expect(onChoose).toHaveBeenCalledTimes(6)
  expect(screen.getByRole('alert').textContent).toBe('No product has the code "nothing".')
})

test('the arrows wrap around, Home and End jump, and Escape clears the search', () => {
  const { field, type, press, active, names } = show()
  type('e')
  wait(300)
  const walk: [string, string][] = [
    ['ArrowUp', 'Teapot'],
    ['ArrowDown', 'Fountain pen'],
    ['End', 'Teapot'],
    ['Home', 'Fountain pen'],
  ]
  for (const [key, name] of walk) {
    press(key)
    expect(active()).toBe(name)
  }
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(onChoose).not.toHaveBeenCalled()
  press('Escape')
  expect(field.value).toBe('')
  expect(names()).toEqual([])
})

test('a chosen product reports whether it was touched or clicked', () => {
  const { type } = show()
  for (const [pointerType, how] of [
    ['touch', 'touch'],
    ['mouse', 'pointer'],
  ] as const) {
    type('teapot')
    wait(300)
    const option = screen.getByRole('option')
    fireEvent.pointerDown(option, { pointerType })
    fireEvent.click(option)
    expect(onChoose).toHaveBeenLastCalledWith(goods[2], how)
  }
})

// @holds spec 2.101
test('the search shows loading, an error with a retry, and then the results', () => {
  const { field, type, names, show: showNext } = show({})
  type('tea')
  wait(300)
  expect(screen.getByText('Loading products...')).toBeTruthy()
  showNext({ isError: true })
  expect(screen.getByRole('alert').textContent).toBe('Error loading products.')
  const again = screen.getByRole('button', { name: 'Try again' })
  act(() => again.focus())
  fireEvent.click(again)
  expect(refetch).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(field)
  showNext({ data: goods })
  expect(names()).toEqual(['Teapot', 'Green tea'])
})

test('the results keep their places when others change products, and new ones come last', () => {
  const { type, press, names, active, show: showNext } = show()
  type('tea')
  wait(300)
  expect(names()).toEqual(['Teapot', 'Green tea'])
  const [pen, tea, teapot] = goods
  if (!pen || !tea || !teapot) throw new Error('There are three products')
  showNext({ data: [product(4, 'Tea', 'Tea'), pen, { ...tea, cost: 13 }] })
  expect(names()).toEqual(['Teapot', 'Green tea', 'Tea'])
  expect(screen.getAllByRole('option')[1]?.textContent).toContain('$13.00')
  expect(screen.getByRole('status').textContent).toBe('3 results')

  // The removed product stays active, so that Enter does not add another one.
  const [removed] = screen.getAllByRole('option')
  expect(removed?.getAttribute('aria-disabled')).toBe('true')
  expect(removed?.textContent).toContain('Removed: ')
  expect(active()).toBe('Teapot')
  press('Enter')
  fireEvent.click(removed ?? document.body)
  expect(onChoose).not.toHaveBeenCalled()
  press('ArrowDown')
  press('Enter')
  expect(onChoose).toHaveBeenCalledWith({ ...tea, cost: 13 }, 'keyboard')

  // The next search has its own order.
  type('tea')
  wait(300)
  expect(names()).toEqual(['Tea', 'Green tea'])
})

test('all results may be removed while they are shown', () => {
  const { type, names, show: showNext } = show()
  type('tea')
  wait(300)
  showNext({ data: [] })
  expect(names()).toEqual(['Teapot', 'Green tea'])
  expect(screen.queryByText('No items found')).toBeNull()
  type('green')
  wait(300)
  expect(screen.getByText('No items found')).toBeTruthy()
})

test('a refetch shows the first result of a search that had none', () => {
  const { show: update, type, names } = show()
  type('lamp')
  wait(300)
  expect(names()).toEqual([])
  update({ data: [...goods, product(4, 'Lamp', null)] })
  expect(names()).toEqual(['Lamp'])
})
