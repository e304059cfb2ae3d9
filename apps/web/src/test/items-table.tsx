import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'

import type { Column } from '@/components/data-table/column'
import { DataTable } from '@/components/data-table/data-table'
import { useDataTable } from '@/components/data-table/use-data-table'
import { createQueryClient } from '@/lib/api/query-client'
import type { Facet } from '@/lib/rows/row-facets'
import { sessionStore } from '@/lib/session/session-store'

import { owner } from './app-harness'

export interface Item {
  id: number
  name: string
  note: string | null
  price: number
  group: string
}

interface Shown {
  rows: Item[] | undefined
  isOwnChange?: boolean
  isError?: boolean
  isDeleting?: boolean
  /** Shows a read-only table without selection. */
  isRead?: boolean
  /** Groups to offer even if no row has them. */
  known?: string[]
  refetch?: () => void
  isFetching?: boolean
  isFetchedAfterMount?: boolean
  onDelete?: (ids: number[]) => void
}

const columns: Column<Item>[] = [
  { id: 'name', title: 'Name', value: (item) => item.name },
  { id: 'note', title: 'Note', value: (item) => item.note },
  { id: 'price', title: 'Price', value: (item) => item.price, align: 'right' },
]
const facet: Facet<Item> = { id: 'group', title: 'Group', value: (item) => item.group }
const groups = ['Garden', 'Kitchen', 'Office']

/** Creates 'Item 1' to 'Item n' with falling prices, in three groups. */
export function createItems(count: number, from = 1): Item[] {
  return Array.from({ length: count }, (_, index) => ({
    id: from + index,
    name: `Item ${from + index}`,
    note: index % 2 === 0 ? null : `Note ${from + index}`,
    price: 100_000 - index,
    group: groups[index % 3] ?? '',
  }))
}

function toName({ name }: Item) {
  return name
}

function ItemsPage(shown: Shown) {
  const { rows, isOwnChange, isError = false, isDeleting, isRead, known, refetch, onDelete } = shown
  const { isFetching = false, isFetchedAfterMount = true } = shown
  const facets = [{ ...facet, known }]
  const table = useDataTable({
    name: 'items',
    rows,
    isOwnChange,
    columns,
    facets,
    getId: (item) => item.id,
  })
  return (
    <DataTable
      table={table}
      label="Items"
      searchPlaceholder="Search items..."
      list={{ isError, refetch: () => refetch?.(), isFetching, isFetchedAfterMount }}
      loading="Loading items..."
      failure="Error loading items."
      empty="No results"
      rowName={isRead ? undefined : toName}
      rowActions={toEditButton}
      onDelete={onDelete}
      isDeleting={isDeleting}
    />
  )
}

function toEditButton({ name }: Item) {
  return <button type="button">Edit {name}</button>
}

/** Opens a list screen at a path, and a second screen to navigate back from. */
export function openItems(shown: Shown, path = '/items') {
  sessionStore.set({ authState: 'Success', ...owner })
  window.history.replaceState(null, '', path)
  const user = userEvent.setup()
  const queryClient = createQueryClient()
  const screens = (next: Shown) => (
    <QueryClientProvider client={queryClient}>
      <Screens {...next} />
    </QueryClientProvider>
  )
  const view = render(screens(shown))
  const button = (name: string) => screen.getByRole('button', { name })

  return {
    user,
    button,
    unmount: view.unmount,
    show: (next: Shown) => view.rerender(screens(next)),
    searchBox: () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search items' }),
    checkbox: (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }),
    header: (name: string) => screen.getByRole('columnheader', { name }),
    region: () => screen.getByRole('region', { name: 'Items' }),
    names: () =>
      screen
        .queryAllByRole('button', { name: /^Edit/ })
        .map((editButton) => editButton.textContent?.slice(5)),
    choose: async (header: string, item: string) => {
      await user.click(
        within(screen.getByRole('columnheader', { name: header })).getByRole('button'),
      )
      await user.click(
        screen.getByRole(/Hide/.test(item) ? 'menuitem' : 'menuitemcheckbox', { name: item }),
      )
    },
  }
}

function Screens(shown: Shown) {
  return (
    <BrowserRouter>
      <Routes>
        <Route
          path="/items"
          element={
            <>
              <ItemsPage {...shown} />
              <Link to="/other">Other</Link>
            </>
          }
        />
        <Route path="/other" element={<Link to="/items">Items</Link>} />
      </Routes>
    </BrowserRouter>
  )
}
