import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'

import { sessionStore } from '@/lib/session-store'
import { owner } from '@/test/render-app'

import type { Column } from './column'
import { DataTable } from './data-table'
import { useDataTable } from './use-data-table'

interface Item {
  id: number
  name: string
  group: string
  price: number
}

const columns: Column<Item>[] = [
  { id: 'name', title: 'Name', value: (row) => row.name },
  { id: 'price', title: 'Price', value: (row) => row.price, align: 'right' },
]
const list = { isError: false, isFetching: false, refetch: () => {} }

function Items({ rows }: { rows: Item[] | undefined }) {
  const table = useDataTable({ name: 'items', rows, columns, getId: (row) => row.id })
  return (
    <DataTable
      table={table}
      label="Items"
      searchPlaceholder="Search items..."
      list={list}
      loading="Loading items..."
      failure="Error loading items."
      empty="No results"
      rowName={(row) => row.name}
    />
  )
}

beforeEach(() => sessionStore.set({ authState: 'Success', ...owner }))
beforeEach(() => window.history.replaceState(null, '', '/items'))

test('finds', async () => {
  const user = userEvent.setup()
  const rows = Array.from({ length: 25 }, (_, at) => ({
    id: at + 1,
    name: `Item ${at + 1}`,
    group: '',
    price: 100 - at,
  }))
  render(
    <BrowserRouter>
      <Items rows={rows} />
    </BrowserRouter>,
  )
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Search items' }), '25')
  expect(screen.getByText('Page 1 of 1')).toBeTruthy()
  expect(within(screen.getByRole('region')).getByText('Item 25')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
})
