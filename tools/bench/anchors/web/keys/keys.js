// The minimum that a fast list must hold: its rows, one search text per row, and one array of ranks per
// column to sort by. It holds nothing else and shows nothing.
const columns = [
  (row) => row.name,
  (row) => row.categoryName,
  (row) => row.cost,
  (row) => row.price,
  (row) => row.stock,
  (row) => row.description,
]

const response = await fetch('/rows.json')
const rows = await response.json()
if (columns.some((valueOf) => valueOf(rows[0]) === undefined))
  throw new Error('A column is missing.')

const texts = rows.map((row) =>
  columns
    .map((valueOf) => valueOf(row) ?? '')
    .join('\n')
    .toLowerCase(),
)

const ranks = columns.map((valueOf) => {
  const values = [...new Set(rows.map(valueOf))].toSorted(compare)
  const rankOf = new Map(values.map((value, rank) => [value, rank]))
  return Uint32Array.from(rows, (row) => rankOf.get(valueOf(row)))
})

function compare(one, other) {
  if (one === other) return 0
  return other === null || one < other ? -1 : 1
}

globalThis.held = { rows, texts, ranks }
