// A list of 100,000 rows as in the table library's guide, which sorts and pages with its own models.
import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { createRoot } from 'react-dom/client'

const features = tableFeatures({
  rowPaginationFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns,
})

const columns = [
  { accessorKey: 'name', header: 'Product Name' },
  { accessorKey: 'categoryName', header: 'Category' },
  { accessorKey: 'cost', header: 'Cost' },
  { accessorKey: 'price', header: 'Price' },
  { accessorKey: 'stock', header: 'Stock' },
]

/** Sorts a column downwards first, as Stockie's list does. */
function List({ rows }) {
  const table = useTable({ features, columns, data: rows })
  return (
    <>
      <table>
        <thead>
          <tr>
            {table.getFlatHeaders().map((header) => (
              <th key={header.id}>
                <button
                  type="button"
                  onClick={() =>
                    header.column.toggleSorting(header.column.getIsSorted() !== 'desc')
                  }
                >
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
