// A list of 100,000 rows as the table library's guide has it: its own models filter, sort and page.
import {
  columnFilteringFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  filterFns,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { createRoot } from 'react-dom/client'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  filterFns,
  sortFns,
})

const columns = [
  { accessorKey: 'name', header: 'Product Name' },
  { id: 'category', accessorFn: (row) => row.category?.name ?? '', header: 'Category' },
  { accessorKey: 'cost', header: 'Cost' },
  { accessorKey: 'price', header: 'Price' },
  { accessorKey: 'stock', header: 'Stock' },
]

function List({ rows }) {
  const table = useTable({ features, columns, data: rows })
  return (
    <>
      <input
        type="search"
        aria-label="Search products"
        onChange={(event) => table.setGlobalFilter(event.target.value)}
      />
      <table>
        <thead>
          <tr>
            {table.getFlatHeaders().map((header) => (
              <th key={header.id}>
                <button type="button" onClick={() => header.column.toggleSorting()}>
                  {header.column.columnDef.header}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id}>{cell.getValue()}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => table.nextPage()}>
        Go to next page
      </button>
    </>
  )
}

const response = await fetch('/rows.json')
const rows = await response.json()
createRoot(document.getElementById('root')).render(<List rows={rows} />)
